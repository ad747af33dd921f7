import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Messaging from "../../support/messaging.ts"

const { actionId, claim, readAction, refused, send } = Messaging

const untouched = Effect.fnUntraced(function* (name: string) {
  const action = yield* readAction(name)
  assert.deepStrictEqual([action("state"), action("version")], ["unowned", 1])
})

layer(Messaging.layer())("transitionAction, syntax", (it) => {
  it.effect("HUB-052: scope is a query parameter with the syntax of reads, and no field of the body", () =>
    Effect.gen(function* () {
      const missing = yield* send("KH_all", claim("unowned1"), { query: "" })
      refused(missing, 400, "missing_parameter")
      assert.deepStrictEqual([missing.at("errors.0.field"), missing.at("errors.0.in")], ["scope", "query"])
      for (const scope of [
        "",
        "-abc",
        ".a",
        "a%20b",
        "a%2Fb",
        "a%00",
        "a%0A",
        "%C3%A9",
        "a".repeat(181),
        "a&scope=a"
      ]) {
        refused(yield* send("KH_all", claim("unowned1"), { query: `?scope=${scope}` }), 400, "invalid_parameter")
      }
      refused(
        yield* send("KH_all", { ...claim("unowned1"), scope: "ws-a-main" }, { query: "" }),
        400,
        "missing_parameter"
      )
      refused(yield* send("KH_all", { ...claim("unowned1"), scope: "ws-a-main" }), 400, "invalid_body")
      refused(
        yield* send("KH_all", claim("unowned1"), { query: `?scope=${"a".repeat(180)}` }),
        403,
        "workspace_not_granted"
      )
      yield* untouched("unowned1")
    })
  )

  it.effect("HUB-054, HUB-055: an Idempotency-Key has 8 to 180 characters of its alphabet, and one value", () =>
    Effect.gen(function* () {
      const bad = [
        "a".repeat(7),
        "a".repeat(181),
        "abc.defgh",
        "abcdefg h",
        "abcdefg/",
        "abcdefg\u00e9",
        '"abcdefgh"',
        "abcdefgh,abcdefgh"
      ]
      for (const key of bad) {
        const answer = yield* send("KH_all", claim("unowned1"), { headers: { "idempotency-key": key } })
        refused(answer, 400, "invalid_idempotency_key")
        assert.strictEqual(answer.at("errors.0.field"), "Idempotency-Key")
      }
      yield* untouched("unowned1")
      const good = ["b".repeat(8), "c".repeat(180), "A_b:c-d9"]
      for (const [index, key] of good.entries()) {
        const answer = yield* send("KH_all", claim(`unowned${index + 2}`), { headers: { "idempotency-key": key } })
        assert.strictEqual(answer.status, 200, answer.text)
      }
    })
  )

  it.effect("HUB-057, HUB-058, HUB-059, HUB-060: an invalid, missing or unknown field is 400 and named", () =>
    Effect.gen(function* () {
      const id = actionId("unowned1")
      const good = { type: "claim", id, expectedVersion: 1 }
      const cases: ReadonlyArray<readonly [field: string, body: unknown]> = [
        ...["cancel", "CLAIM", "complete", "hand_off", "", 1, null].map((type) => ["type", { ...good, type }] as const),
        ["type", { id, expectedVersion: 1 }],
        ...[1, "", null, "a".repeat(181), "-a", "a b", "a\n", [id]].map((bad) => ["id", { ...good, id: bad }] as const),
        ["id", { type: "claim", expectedVersion: 1 }],
        ...["3", 1.5, null, -1, 0, 2_147_483_648, true, []].map(
          (expectedVersion) => ["expectedVersion", { ...good, expectedVersion }] as const
        ),
        ["expectedVersion", { type: "claim", id }],
        ...["", "x".repeat(4001), 1, ["x"], false].map(
          (evidence) => ["evidence", { ...good, type: "finish", evidence }] as const
        ),
        ["evidence", { ...good, evidence: "x" }],
        ["evidence", { ...good, type: "cancel_action", evidence: "x" }],
        ["organizationId", { ...good, organizationId: "org-b" }],
        ["Type", { ...good, Type: "claim" }]
      ]
      for (const [field, body] of cases) {
        const answer = yield* send("KH_all", body)
        refused(answer, 400, "invalid_body")
        assert.include(answer.each("errors", "field"), field, answer.text)
        assert.include(answer.each("errors", "in"), "body")
      }
      const huge = `{"type":"claim","id":"${id}","expectedVersion":9223372036854775808}`
      refused(yield* send("KH_all", huge), 400, "invalid_body")
      refused(yield* send("KH_all", huge.replace("9223372036854775808", "1e400")), 400, "invalid_body")
      yield* untouched("unowned1")
    })
  )

  it.effect("HUB-056, HUB-089: reports all invalid fields of a body at once", () =>
    Effect.gen(function* () {
      const answer = yield* send("KH_all", { type: "take", expectedVersion: "1", note: "x" })
      refused(answer, 400, "invalid_body")
      for (const field of ["type", "id", "expectedVersion", "note"])
        assert.include(answer.each("errors", "field"), field)
    })
  )

  it.effect("HUB-059: the largest expectedVersion is valid, so that a wrong one is 409 version_conflict", () =>
    Effect.gen(function* () {
      refused(yield* send("KH_all", claim("unowned9", 2_147_483_647)), 409, "version_conflict")
    })
  )
})
