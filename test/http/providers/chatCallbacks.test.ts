import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { chatUsers, signingSecrets } from "../../../src/demo/demoProviders.ts"
import { controls } from "../../support/desk.ts"
import { chatHeaders, chatPath, command, form, sendChat } from "../../support/providers.ts"
import * as Service from "../../support/http/service.ts"

const countOf = (rows: ReadonlySet<string>, table: string) =>
  [...rows].filter((row) => row.startsWith(`${table} `)).length

layer(Service.layer())("chat callbacks", (it) => {
  it.effect("INT-039: a signed url_verification is answered with its challenge, an unsigned one with 401", () =>
    Effect.gen(function* () {
      const body = JSON.stringify({ type: "url_verification", challenge: "3eZbrw1aB", token: "x" })
      const answer = yield* sendChat(chatPath("chat_a", "events"), body, chatHeaders(body))
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(answer.body, { challenge: "3eZbrw1aB" })
      const unsigned = yield* sendChat(chatPath("chat_a", "events"), body, {})
      assert.strictEqual(unsigned.status, 401)
      assert.notInclude(unsigned.text, "3eZbrw1aB")
    })
  )

  it.effect("INT-039: a repeated url_verification, which has no effect, is answered with its challenge again", () =>
    Effect.gen(function* () {
      const { rows } = yield* Service.Service
      const body = JSON.stringify({ type: "url_verification", challenge: "again" })
      const headers = chatHeaders(body)
      const send = sendChat(chatPath("chat_a", "events"), body, headers)
      const first = yield* send
      const before = yield* rows
      const repeated = yield* send
      assert.deepStrictEqual([repeated.status, repeated.body], [200, first.body])
      assert.strictEqual(repeated.at("challenge"), "again")
      assert.deepStrictEqual((yield* sendChat(chatPath("chat_a", "commands"), body, headers)).body, {})
      assert.deepStrictEqual(yield* rows, before)
    })
  )

  it.effect("INT-039: an event is acknowledged with 200 and {}", () =>
    Effect.gen(function* () {
      const body = JSON.stringify({ type: "event_callback", event: { type: "message", text: "hello" } })
      const answer = yield* sendChat(chatPath("chat_a", "events"), body, chatHeaders(body))
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(answer.body, {})
    })
  )

  it.effect("INT-039: a repetition in the window is acknowledged with {} at every endpoint, and has no effect", () =>
    Effect.gen(function* () {
      const { rows } = yield* Service.Service
      const body = JSON.stringify({ command: "link", userId: "U-REPEATED", userName: "Nobody" })
      const headers = chatHeaders(body)
      const first = yield* sendChat(chatPath("chat_a", "commands"), body, headers)
      assert.isString(first.at("linkToken"))
      const before = yield* rows
      for (const endpoint of ["commands", "interactions", "events", "commands"] as const) {
        const repeated = yield* sendChat(chatPath("chat_a", endpoint), body, headers)
        assert.strictEqual(repeated.status, 200)
        assert.deepStrictEqual(repeated.body, {})
      }
      assert.deepStrictEqual(yield* rows, before)
    })
  )

  it.effect("INT-039: of ten identical concurrent callbacks one has an effect, and all are 200", () =>
    Effect.gen(function* () {
      const { rows } = yield* Service.Service
      const body = JSON.stringify({ command: "link", userId: "U-TEN", userName: "Nobody" })
      const headers = chatHeaders(body)
      const links = countOf(yield* rows, "chatLinkTokens")
      const audited = countOf(yield* rows, "auditLog")
      const answers = yield* Effect.all(
        Array.from({ length: 10 }, () => sendChat(chatPath("chat_a", "commands"), body, headers)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        answers.map(() => 200)
      )
      assert.lengthOf(
        answers.filter((answer) => answer.at("linkToken") !== undefined),
        1
      )
      assert.strictEqual(countOf(yield* rows, "chatLinkTokens"), links + 1)
      assert.strictEqual(countOf(yield* rows, "auditLog"), audited + 1)
    })
  )

  it.effect("INT-039: a body that cannot be read is 400 or 415, and so is its repetition", () =>
    Effect.gen(function* () {
      const path = chatPath("chat_a", "commands")
      for (const [body, status, type] of [
        ["{", 400],
        ["[]", 400],
        ['{"command":"link","command":"help","userId":"U"}', 400],
        ['{"command":"link"}', 400],
        ['{"command":"link","userId":"with blanks"}', 400],
        [JSON.stringify({ command: "help", userId: "U", text: "x".repeat(4200) }), 400],
        ["command=link&user_id=U&user_id=V", 400, form],
        ["<command/>", 415, "application/xml"]
      ] as const) {
        const headers = chatHeaders(body)
        const answer = yield* sendChat(path, body, headers, type)
        assert.strictEqual(answer.status, status, body)
        // A refused callback is not recorded, so a repetition is refused again, not acknowledged.
        assert.strictEqual((yield* sendChat(path, body, headers, type)).status, status, body)
      }
    })
  )

  it.effect("INT-039: the size is checked before the signature, the signature before the body", () =>
    Effect.gen(function* () {
      const path = chatPath("chat_a", "commands")
      const large = `"${"x".repeat(1_100_000)}"`
      assert.strictEqual((yield* sendChat(path, large, {})).status, 413)
      assert.strictEqual((yield* sendChat("/api/providers/chat/unknown/commands", large, {})).status, 413)
      assert.strictEqual((yield* sendChat(path, "{", {})).status, 401)
      const { call } = yield* Service.Service
      const got = yield* call("GET", path)
      assert.strictEqual(got.status, 405)
      assert.strictEqual(got.headers.get("allow"), "POST")
      assert.strictEqual((yield* call("POST", `${path}/more`, { body: "{}" })).status, 404)
    })
  )

  it.effect("INT-042: help, and an unknown or empty command, get the help text", () =>
    Effect.gen(function* () {
      for (const fields of [
        { command: "help" },
        { command: "/hub", text: "what now" },
        { command: "/HELP", text: "" }
      ]) {
        const answer = yield* command({ ...fields, userId: chatUsers.unlinked })
        assert.strictEqual(answer.status, 200)
        assert.match(String(answer.at("text")), /`consult` and a question/)
        assert.strictEqual(answer.at("response_type"), "ephemeral")
      }
    })
  )

  it.effect("INT-043: link returns a URL with a 10-minute token, not stored in clear; a linked user gets none", () =>
    Effect.gen(function* () {
      const { baseUrl, rows } = yield* Service.Service
      const answer = yield* command({
        command: "/hub",
        text: "link",
        userId: chatUsers.unlinked,
        userName: "Operator 7"
      })
      const token = String(answer.at("linkToken"))
      assert.match(token, /^chl_[0-9A-Za-z]{43}$/)
      assert.strictEqual(answer.at("linkUrl"), `${baseUrl}/api/v1/chat-links/${token}`)
      assert.include(String(answer.at("text")), chatUsers.unlinked)
      const remaining = Date.parse(String(answer.at("expiresAt"))) - Date.now()
      assert.isTrue(remaining > 500_000 && remaining <= 600_000)
      assert.isFalse([...(yield* rows)].some((row) => row.includes(token)))
      const another = yield* command({ command: "link", userId: chatUsers.unlinked })
      assert.notStrictEqual(another.at("linkToken"), token)
      const open = [...(yield* rows)].filter((row) => row.startsWith("chatLinkTokens ") && row.includes("U-UNLINKED"))
      assert.lengthOf(open, 1)
      const linked = yield* command({ command: "link", userId: chatUsers.linked })
      assert.isUndefined(linked.at("linkToken"))
      assert.match(String(linked.at("text")), /already linked/)
    })
  )

  it.effect("INT-039: an interaction runs its action as a command, in JSON and in Slack's form", () =>
    Effect.gen(function* () {
      const fields = { user: { id: "U9", name: "Nine" }, actions: [{ action_id: "link" }] }
      const json = JSON.stringify(fields)
      const answer = yield* sendChat(chatPath("chat_a", "interactions"), json, chatHeaders(json))
      assert.isString(answer.at("linkToken"))
      const payload = new URLSearchParams({ payload: json }).toString()
      const headers = chatHeaders(payload, { brand: "slack", secret: signingSecrets.slack_a })
      const slack = yield* sendChat(chatPath("slack_a", "interactions"), payload, headers, form)
      assert.isString(slack.at("linkToken"))
      assert.strictEqual((yield* sendChat(chatPath("chat_a", "interactions"), "{}", chatHeaders("{}"))).status, 400)
    })
  )

  it.effect("INT-039: a response URL at another host is refused under the name that the platform gave it", () =>
    Effect.gen(function* () {
      const url = "https://elsewhere.example.com/1"
      const slackKey = { brand: "slack", secret: signingSecrets.slack_a } as const
      const own = JSON.stringify({ command: "consult", text: "Who?", userId: "U1", responseUrl: url })
      const slack = new URLSearchParams({ command: "/hub", text: "consult Who?", user_id: "U1", response_url: url })
      const chosen = { user: { id: "U1" }, actions: [{ action_id: "consult", value: "Who?" }], response_url: url }
      const payload = new URLSearchParams({ payload: JSON.stringify(chosen) })
      const [ownCommand, slackCommand, interaction, slackInteraction] = yield* Effect.all([
        sendChat(chatPath("chat_a", "commands"), own, chatHeaders(own)),
        sendChat(chatPath("slack_a", "commands"), String(slack), chatHeaders(String(slack), slackKey), form),
        sendChat(chatPath("chat_a", "interactions"), JSON.stringify(chosen), chatHeaders(JSON.stringify(chosen))),
        sendChat(chatPath("slack_a", "interactions"), String(payload), chatHeaders(String(payload), slackKey), form)
      ])
      assert.deepStrictEqual(
        [ownCommand, slackCommand, interaction, slackInteraction].map((answer) => [
          answer.status,
          answer.at("errors.0.field")
        ]),
        [
          [400, "responseUrl"],
          [400, "response_url"],
          [400, "response_url"],
          [400, "response_url"]
        ]
      )
    })
  )
})

layer(Service.layer({ environment: { HUB_TEST_CONTROLS: "1" } }))("chat callbacks that a fault interrupts", (it) => {
  it.effect("INT-039: a request that failed before its commit has its effect when repeated; one after, no second", () =>
    Effect.gen(function* () {
      const { rows } = yield* Service.Service
      for (const [point, userId] of [
        ["before_commit", "U-BEFORE"],
        ["after_commit", "U-AFTER"]
      ] as const) {
        const body = JSON.stringify({ command: "link", userId })
        const headers = chatHeaders(body)
        const send = sendChat(chatPath("chat_a", "commands"), body, headers)
        const links = countOf(yield* rows, "chatLinkTokens")
        yield* controls.fail(point)
        const failed = yield* send
        assert.deepStrictEqual([failed.status, failed.at("code")], [500, "internal_error"], point)
        const isLost = point === "before_commit"
        assert.strictEqual(countOf(yield* rows, "chatLinkTokens"), isLost ? links : links + 1, point)
        const repeated = yield* send
        assert.deepStrictEqual([repeated.status, repeated.at("linkToken") !== undefined], [200, isLost], point)
        assert.deepStrictEqual((yield* send).body, {}, point)
        assert.strictEqual(countOf(yield* rows, "chatLinkTokens"), links + 1, point)
      }
    })
  )
})
