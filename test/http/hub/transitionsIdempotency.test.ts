import { assert, layer } from "@effect/vitest"
import { Context, Effect } from "effect"
import { IdempotencyKeys, KeyBusy } from "../../../src/domain/idempotency/IdempotencyKeys.ts"
import * as Messaging from "../../support/messaging.ts"
import { at } from "../../support/http/service.ts"

const { actionId, cancel, claim, finish, freshKey, poll, readAction, refused, send } = Messaging

const under = (key: string) => ({ headers: { "idempotency-key": key } })

layer(Messaging.layer())("transitionAction, idempotency", (it) => {
  it.effect(
    "HUB-011, HUB-070, HUB-077: a repeat gets the original response and changes nothing, even after later commands",
    () =>
      Effect.gen(function* () {
        const key = under(freshKey())
        const original = yield* send("KH_all", claim("unowned1"), key)
        assert.strictEqual(original.status, 200, original.text)
        const { next } = yield* poll("KH_all")
        for (let round = 0; round < 3; round++) {
          const replay = yield* send("KH_all", claim("unowned1"), key)
          assert.deepStrictEqual([replay.status, replay.text], [200, original.text])
          for (const name of [
            "x-ratelimit-limit",
            "x-ratelimit-remaining",
            "x-ratelimit-reset",
            "ratelimit",
            "ratelimit-policy"
          ]) {
            assert.isString(replay.headers.get(name), name)
          }
        }
        assert.strictEqual((yield* readAction("unowned1"))("version"), 2)
        assert.strictEqual((yield* poll("KH_all")).next, next)

        assert.strictEqual((yield* send("KH_all", finish("unowned1", 2))).status, 200)
        assert.strictEqual((yield* send("KH_all", claim("unowned1"), key)).text, original.text)
        assert.strictEqual((yield* readAction("unowned1"))("state"), "finished")
        assert.strictEqual((yield* poll("KH_all")).next, next + 1)
      })
  )

  it.effect("HUB-071: the same command in another JSON spelling is a repeat", () =>
    Effect.gen(function* () {
      const key = under(freshKey())
      const id = actionId("unowned2")
      const original = yield* send("KH_all", `{"type":"claim","id":"${id}","expectedVersion":1}`, key)
      assert.strictEqual(original.status, 200, original.text)
      for (const body of [
        `{ "expectedVersion" : 1.0,\n "id":"${id}", "type":"cl\\u0061im" }`,
        `{"type":"claim","id":"${id}","expectedVersion":1e0,"evidence":null}`
      ]) {
        assert.strictEqual((yield* send("KH_all", body, key)).text, original.text)
      }
    })
  )

  it.effect("HUB-071: another command or scope under a used key is 409 idempotency_conflict", () =>
    Effect.gen(function* () {
      const key = under(freshKey())
      yield* send("KH_two", claim("unowned3"))
      const original = yield* send("KH_two", finish("unowned3", 2, "Done"), key)
      assert.strictEqual(original.status, 200, original.text)
      const others = [
        cancel("unowned3", 2),
        finish("unowned4", 2, "Done"),
        finish("unowned3", 3, "Done"),
        finish("unowned3", 2, "done"),
        finish("unowned3", 2)
      ]
      for (const command of others) refused(yield* send("KH_two", command, key), 409, "idempotency_conflict")
      const elsewhere = { ...key, query: "?scope=ws-a-second" }
      refused(yield* send("KH_two", finish("unowned3", 2, "Done"), elsewhere), 409, "idempotency_conflict")
      assert.strictEqual((yield* send("KH_two", finish("unowned3", 2, "Done"), key)).text, original.text)
    })
  )

  it.effect("HUB-068, A-20: a refused command leaves the key free for any other", () =>
    Effect.gen(function* () {
      const key = under(freshKey())
      refused(yield* send("KH_all", claim("unowned5", 7), key), 409, "version_conflict")
      refused(yield* send("KH_all", claim("ownedByOther1", 2), key), 409, "action_already_owned")
      refused(yield* send("KH_all", cancel("unowned5", 1), key), 409, "action_not_owned")
      refused(yield* send("KH_all", claim("finished", 3), key), 409, "action_closed")
      refused(yield* send("KH_all", claim("teamNight9", 2), key), 404, "not_found")
      refused(yield* send("KH_all", { ...claim("unowned5"), type: "take" }, key), 400, "invalid_body")
      refused(yield* send("KH_claim", finish("unowned5", 1), key), 403, "permission_denied")
      assert.strictEqual((yield* send("KH_all", claim("unowned5"), key)).status, 200)
      refused(yield* send("KH_all", claim("unowned6"), key), 409, "idempotency_conflict")
    })
  )

  it.effect("HUB-072: ten concurrent repeats of a command under one key take effect once", () =>
    Effect.gen(function* () {
      const key = under(freshKey())
      const { next } = yield* poll("KH_all")
      const answers = yield* Effect.all(
        Array.from({ length: 10 }, () => send("KH_all", claim("unowned7"), key)),
        { concurrency: "unbounded" }
      )
      const done = answers.filter((answer) => answer.status === 200)
      assert.isAtLeast(done.length, 1)
      assert.strictEqual(new Set(done.map((answer) => answer.text)).size, 1)
      for (const answer of answers) if (answer.status !== 200) refused(answer, 409, "idempotency_in_progress")
      assert.strictEqual((yield* readAction("unowned7"))("version"), 2)
      assert.strictEqual((yield* poll("KH_all")).next, next + 1)
    })
  )

  it.effect("HUB-069: of twenty concurrent claims by two integrations one succeeds, with one event", () =>
    Effect.gen(function* () {
      const { next } = yield* poll("KH_all")
      const answers = yield* Effect.all(
        Array.from({ length: 20 }, (_, index) => send(index % 2 === 0 ? "KH_all" : "KH_other", claim("unowned8"))),
        { concurrency: "unbounded" }
      )
      const [won, ...rest] = answers.toSorted((a, b) => a.status - b.status)
      assert.strictEqual(won?.status, 200)
      for (const answer of rest) refused(answer, 409, "action_already_owned")
      assert.strictEqual((yield* readAction("unowned8"))("version"), 2)
      const { events } = yield* poll("KH_all", next)
      assert.deepStrictEqual(
        events.map((event) => at(event, "kind")),
        ["action.claimed"]
      )
    })
  )

  it.effect("HUB-044: twenty concurrent claims write twenty events with consecutive sequences", () =>
    Effect.gen(function* () {
      const { next } = yield* poll("KH_all")
      const names = Array.from({ length: 20 }, (_, index) => `unowned${index + 20}`)
      const answers = yield* Effect.all(
        names.map((name) => send("KH_all", claim(name))),
        { concurrency: "unbounded" }
      )
      for (const answer of answers) assert.strictEqual(answer.status, 200, answer.text)
      const { events } = yield* poll("KH_all", next)
      assert.deepStrictEqual(
        events.map((event) => at(event, "sequence")),
        names.map((_, index) => next + 1 + index)
      )
      assert.deepStrictEqual(new Set(events.map((event) => at(event, "resource.id"))), new Set(names.map(actionId)))
    })
  )

  it.effect("HUB-073: an Idempotency-Key is shared by the API keys of one integration, not by integrations", () =>
    Effect.gen(function* () {
      const key = under("same-key-0001")
      const main = yield* send("KH_all", claim("unowned9"), key)
      const other = yield* send("KH_other", claim("unowned10"), key)
      assert.deepStrictEqual([main.status, other.status], [200, 200])
      assert.notStrictEqual(main.at("receipt.id"), other.at("receipt.id"))
      assert.strictEqual((yield* send("KH_other", claim("unowned10"), key)).text, other.text)
      assert.strictEqual((yield* send("KH_claim", claim("unowned9"), key)).text, main.text)
      refused(yield* send("KH_other", claim("unowned9"), key), 409, "idempotency_conflict")
    })
  )

  it.effect("HUB-076: an API key without permission or scope does not get the stored response", () =>
    Effect.gen(function* () {
      const key = under(freshKey())
      yield* send("KH_all", claim("unowned11"), key)
      refused(yield* send("KH_actions", claim("unowned11"), key), 403, "permission_denied")
      refused(
        yield* send("KH_all", claim("unowned11"), { ...key, query: "?scope=nowhere" }),
        403,
        "workspace_not_granted"
      )
    })
  )
})

/** Idempotency keys that are all in use by an unfinished request. */
const held = (keys: IdempotencyKeys["Service"]) =>
  IdempotencyKeys.of({ ...keys, insertBefore: () => Effect.fail(new KeyBusy()) })

layer(
  Messaging.layer({
    replace: (services) => Context.add(services, IdempotencyKeys, held(Context.get(services, IdempotencyKeys)))
  })
)("transitionAction, key in use", (it) => {
  it.effect("HUB-072: a key in use by an unfinished request is 409 and changes nothing", () =>
    Effect.gen(function* () {
      refused(yield* send("KH_all", claim("unowned1")), 409, "idempotency_in_progress")
      assert.strictEqual((yield* readAction("unowned1"))("version"), 1)
    })
  )
})
