import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { actionXid } from "../../../src/demo/demoActions.ts"
import { guestXid } from "../../../src/demo/demoGuests.ts"
import { operatorSubject } from "../../../src/demo/demoOperators.ts"
import { organizationXid } from "../../../src/demo/demoOrganizations.ts"
import { privateAnswerXid } from "../../../src/demo/demoPrivateAnswers.ts"
import { captureLogs } from "../../support/logs.ts"
import { keyHeader } from "../../support/messaging.ts"
import { layer as operatorLayer, operatorRoutes, sessionOf } from "../../support/operator.ts"
import { statusAndCode } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

type Body = Readonly<Record<string, unknown>>

const root = "/collaboration?scope=ws-a-main"

const send = (name: string, body: Body, headers: Readonly<Record<string, string>> = {}) =>
  Effect.flatMap(operatorRoutes(), ({ post }) => post(root, { ...sessionOf(name), ...headers }, body))

const ask = (name: string, change: Body = {}, headers: Readonly<Record<string, string>> = {}) =>
  send(name, { type: "ask_privately", question: "EXCLUDED question of the test?", ...change }, headers)

const publish = (name: string, privateAnswerId: unknown, headers: Readonly<Record<string, string>> = {}) =>
  send(name, { type: "publish_ai_answer", privateAnswerId }, headers)

const history = (name: string, query = "") =>
  Effect.flatMap(operatorRoutes(), ({ get }) => get(`${root}&view=private_ai${query}`, sessionOf(name)))

const thread = (name: string, guest: string) =>
  Effect.flatMap(operatorRoutes(), ({ get }) =>
    get(`/messaging?scope=ws-a-main&view=thread&guest=${guest}`, sessionOf(name))
  )

const rows = Effect.flatMap(Service.Service, (service) => service.rows)

/** The sorted table names of rows that only `after` has, one name per row. */
const added = (before: ReadonlySet<string>, after: ReadonlySet<string>) =>
  [...after].flatMap((row) => (before.has(row) ? [] : [row.slice(0, row.indexOf(" "))])).toSorted()

const g1 = guestXid("g1")

layer(operatorLayer())("private questions to the assistant", (it) => {
  it.effect("INT-008, INT-015: an operator who may only read guests asks and gets an answer that is stored", () =>
    Effect.gen(function* () {
      const before = yield* rows
      const answer = yield* ask("read", { guestId: g1 })
      assert.strictEqual(answer.status, 200, answer.text)
      assert.deepStrictEqual(Object.keys(Object(answer.body)), [
        "type",
        "id",
        "kind",
        "guestId",
        "actionId",
        "question",
        "answer",
        "askedAt",
        "answeredAt",
        "published"
      ])
      assert.deepStrictEqual(
        [answer.at("kind"), answer.at("guestId"), answer.at("actionId"), answer.at("published")],
        ["question", g1, null, null]
      )
      assert.match(
        String(answer.at("answer")),
        /^\[scripted\] [1-9]\d* records may be read about this\. You asked: EXCLUDED question of the test\?$/
      )
      assert.deepStrictEqual(added(before, yield* rows), ["auditLog", "privateAiMessages", "privateAiThreads"])
      const page = yield* history("read")
      assert.deepStrictEqual({ type: "ask_privately", ...Object(page.each("items")[0]) }, answer.body)
    })
  )

  it.effect("INT-008: asking needs hub:guests:read; publishing needs hub:organizations:manage as well", () =>
    Effect.gen(function* () {
      for (const name of ["none", "manage_only"]) {
        assert.deepStrictEqual(statusAndCode(yield* ask(name)), [403, "permission_denied"], name)
        assert.deepStrictEqual(statusAndCode(yield* history(name)), [403, "permission_denied"], name)
      }
      const question = yield* ask("read", { guestId: g1 })
      for (const name of ["none", "manage_only", "read"]) {
        assert.deepStrictEqual(statusAndCode(yield* publish(name, question.at("id"))), [403, "permission_denied"], name)
      }
    })
  )

  it.effect("INT-008, INT-010, INT-011: asking about a guest or Action outside scope or audience is 404", () =>
    Effect.gen(function* () {
      const missing = [404, "not_found"]
      const night = actionXid("teamNight1")
      for (const change of [
        { guestId: guestXid("g_b") },
        { guestId: guestXid("g_quiet") },
        { guestId: "nobody" },
        { actionId: night },
        { actionId: "nothing" },
        { actionId: actionXid("unowned1"), guestId: guestXid("g2") }
      ]) {
        assert.deepStrictEqual(statusAndCode(yield* ask("read", change)), missing, JSON.stringify(change))
      }
      const ofTeam = yield* ask("team", { actionId: night })
      assert.deepStrictEqual([ofTeam.status, ofTeam.at("actionId")], [200, night])
    })
  )

  it.effect(
    "INT-009, INT-015: the operator who asked publishes once, into the thread of the guest, sent to nobody",
    () =>
      Effect.gen(function* () {
        const question = yield* ask("manage", { actionId: actionXid("unowned1") })
        assert.strictEqual(question.at("guestId"), g1)
        const id = question.at("id")
        const before = yield* rows
        for (const name of ["manage2", "team"]) {
          assert.deepStrictEqual(statusAndCode(yield* publish(name, id)), [404, "not_found"], name)
        }
        assert.deepStrictEqual(added(before, yield* rows), [])
        const published = yield* publish("manage", id)
        assert.strictEqual(published.status, 200, published.text)
        // The conversation and the counter change; the delivery outbox and the codes of messages do not.
        assert.deepStrictEqual(added(before, yield* rows), [
          "auditLog",
          "conversations",
          "messages",
          "messagingEvents",
          "workspaceCounters"
        ])
        const [newest] = (yield* thread("read", g1)).each("items")
        assert.deepStrictEqual(
          ["id", "direction", "author", "body", "deliveryStatus", "actionId", "channel", "audience"].map((field) =>
            Service.at(newest, field)
          ),
          [
            published.at("published.messageId"),
            "outbound",
            { kind: "assistant", displayName: "Assistant" },
            question.at("answer"),
            null,
            actionXid("unowned1"),
            "app",
            { kind: "workspace", teamId: null }
          ]
        )
        const after = yield* rows
        assert.deepStrictEqual(statusAndCode(yield* publish("manage", id)), [409, "already_published"])
        assert.deepStrictEqual(added(after, yield* rows), [])
        const page = yield* history("manage")
        assert.deepStrictEqual({ type: "publish_ai_answer", ...Object(page.each("items")[0]) }, published.body)
      })
  )

  it.effect("INT-015: what was asked about no guest, or published already, is refused", () =>
    Effect.gen(function* () {
      for (const question of [yield* ask("manage"), yield* ask("team", { actionId: actionXid("teamNight1") })]) {
        assert.strictEqual(question.status, 200, question.text)
        const name = question.at("actionId") === null ? "manage" : "team"
        assert.deepStrictEqual(statusAndCode(yield* publish(name, question.at("id"))), [400, "asked_about_no_guest"])
      }
      const repeated = yield* publish("manage", privateAnswerXid("published"))
      assert.deepStrictEqual(statusAndCode(repeated), [409, "already_published"])
      const first = yield* publish("manage", privateAnswerXid("unpublished"))
      assert.strictEqual(first.status, 200, first.text)
    })
  )

  it.effect("INT-013: operator 2 never sees operator 1's private AI history", () =>
    Effect.gen(function* () {
      const mine = yield* ask("manage", { question: "EXCLUDED only mine" })
      assert.include((yield* history("manage")).each("items", "id"), mine.at("id"))
      for (const name of ["manage2", "read", "team"]) {
        const page = yield* history(name)
        assert.strictEqual(page.status, 200)
        assert.notInclude(page.text, "EXCLUDED only mine")
        assert.notInclude(page.text, String(mine.at("id")))
      }
      const { get } = yield* operatorRoutes()
      const elsewhere = yield* get("/collaboration?scope=ws-a-second&view=private_ai", sessionOf("manage"))
      assert.deepStrictEqual(elsewhere.each("items"), [])
    })
  )

  it.effect("HUB-038, INT-013: external views show nothing of a private question except its published answer", () =>
    Effect.gen(function* () {
      const question = yield* ask("manage", { guestId: g1, question: "EXCLUDED from integrations" })
      const { call } = yield* Service.Service
      const read = (query: string) =>
        call("GET", `/api/external/v1/messaging?scope=ws-a-main${query}`, { headers: keyHeader("KH_all") })
      const views = ["&view=actions", `&view=thread&guest=${g1}`, `&view=events&guest=${g1}`, "&view=events"]
      for (const view of views) assert.notInclude((yield* read(view)).text, "EXCLUDED from integrations", view)
      const head = (yield* read("&view=events&after=999999")).at("nextAfter")
      const published = yield* publish("manage", question.at("id"))
      const [newest] = (yield* read(`&view=thread&guest=${g1}`)).each("items")
      assert.strictEqual(Service.at(newest, "id"), published.at("published.messageId"))
      const [event, ...others] = (yield* read(`&view=events&after=${String(head)}`)).each("items")
      assert.deepStrictEqual(others, [])
      assert.deepStrictEqual(
        ["kind", "resource", "guestId", "actor"].map((field) => Service.at(event, field)),
        [
          "message.created",
          { type: "message", id: published.at("published.messageId") },
          g1,
          { kind: "operator", id: operatorSubject("manage") }
        ]
      )
    })
  )

  it.effect("INT-015: a key is needed, gives the first answer again, and is a 409 for another question", () =>
    Effect.gen(function* () {
      const keyed = { "idempotency-key": "private-question-1" }
      const first = yield* ask("manage", { guestId: g1 }, keyed)
      const before = yield* rows
      const again = yield* ask("manage", { guestId: g1 }, keyed)
      assert.deepStrictEqual([again.status, again.text], [200, first.text])
      const other = yield* ask("manage", { guestId: guestXid("g2") }, keyed)
      assert.deepStrictEqual(statusAndCode(other), [409, "idempotency_conflict"])
      assert.deepStrictEqual(added(before, yield* rows), [])
      const ofAnother = yield* ask("manage2", { guestId: g1 }, keyed)
      assert.notStrictEqual(ofAnother.at("id"), first.at("id"))
      const { call } = yield* Service.Service
      const bare = yield* call("POST", `/api/v1/orgs/${organizationXid("A")}${root}`, {
        headers: sessionOf("manage"),
        body: { type: "ask_privately", question: "?" }
      })
      assert.deepStrictEqual(statusAndCode(bare), [400, "missing_idempotency_key"])
    })
  )

  it.effect("INT-015: refuses questions outside 1 to 4000 characters and commands with missing or extra fields", () =>
    Effect.gen(function* () {
      for (const body of [
        { type: "ask_privately" },
        { type: "ask_privately", question: "" },
        { type: "ask_privately", question: "x".repeat(4001) },
        { type: "ask_privately", question: 1 },
        { type: "ask_privately", question: "?", guestId: "-x" },
        { type: "ask_privately", question: "?", operatorId: operatorSubject("manage2") },
        { type: "publish_ai_answer" },
        { type: "publish_ai_answer", privateAnswerId: "" },
        { type: "publish_ai_answer", privateAnswerId: privateAnswerXid("unpublished"), guestId: g1 }
      ]) {
        assert.deepStrictEqual(statusAndCode(yield* send("manage", body)), [400, "invalid_body"], JSON.stringify(body))
      }
      assert.strictEqual((yield* ask("manage", { question: "x".repeat(4000) })).status, 200)
    })
  )
})

layer(operatorLayer({ environment: { HUB_ASSISTANT: "none" } }))("without an assistant", (it) => {
  it.effect("INT-015: asking answers 503 assistant_unavailable and stores nothing; publishing still works", () =>
    Effect.gen(function* () {
      const before = yield* rows
      const keyed = { "idempotency-key": "private-question-2" }
      const answer = yield* ask("read", { guestId: g1 }, keyed)
      assert.deepStrictEqual(statusAndCode(answer), [503, "assistant_unavailable"])
      assert.deepStrictEqual(statusAndCode(yield* ask("read", { guestId: "nobody" }, keyed)), [404, "not_found"])
      assert.deepStrictEqual(added(before, yield* rows), [])
      const published = yield* publish("manage", privateAnswerXid("unpublished"))
      assert.strictEqual(published.status, 200, published.text)
    })
  )
})

const logs = captureLogs("Trace")

const observed = operatorLayer({ environment: { HUB_TEST_CONTROLS: "1" } }).pipe(Layer.provide(logs.layer))

layer(observed)("an assistant that fails", (it) => {
  it.effect("INT-015, GEN-014: a failed question stores nothing, leaves the key usable and is not logged", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const armed = yield* call("POST", "/__test/faults", { body: { point: "assistant", times: 1, delayMs: 0 } })
      assert.strictEqual(armed.status, 200)
      const before = yield* rows
      const keyed = { "idempotency-key": "private-question-3" }
      const change = { guestId: g1, question: "EXCLUDED from logs" }
      assert.deepStrictEqual(statusAndCode(yield* ask("read", change, keyed)), [503, "assistant_unavailable"])
      assert.deepStrictEqual(added(before, yield* rows), [])
      const answer = yield* ask("read", change, keyed)
      assert.strictEqual(answer.status, 200, answer.text)
      const text = logs
        .lines()
        .map((line) => line.text)
        .join("")
      assert.include(text, "The assistant failed")
      assert.notInclude(text, "EXCLUDED")
      assert.notInclude(text, "[scripted]")
    })
  )
})
