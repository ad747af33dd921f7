import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layer as operatorLayer, operatorRoutes, sessionOf } from "../../support/operator.ts"
import * as Service from "../../support/service.ts"

layer(operatorLayer())("refusals of operator requests", (it) => {
  const issues = (body: unknown) =>
    Effect.gen(function* () {
      const { post } = yield* operatorRoutes()
      const answer = yield* post("/messaging?scope=ws-a-main", sessionOf("manage"), body)
      assert.strictEqual(answer.status, 400, answer.text)
      return answer.at("errors")
    })

  it.effect("INT-014: an unknown or missing type of a command, or of a part of it, is named, with the known ones", () =>
    Effect.gen(function* () {
      const message = 'Expected "create_action" | "claim" | "finish" | "cancel_action" | "hand_off"'
      for (const body of [{ type: "close", id: "x" }, { id: "x" }, { type: null }]) {
        assert.deepStrictEqual(yield* issues(body), [{ field: "type", in: "body", message }])
      }
      assert.deepStrictEqual(yield* issues({ type: "hand_off", id: "x", expectedVersion: 1, to: { kind: "all" } }), [
        { field: "to.kind", in: "body", message: 'Expected "operator" | "integration" | "team" | "nobody"' }
      ])
    })
  )

  it.effect("GEN-006: a path that is not percent-encoded UTF-8 is refused in these words", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      for (const id of ["%zz", "%ff", "%00"]) {
        const answer = yield* call("GET", `/api/v1/chat-links/${id}`, { headers: sessionOf("manage") })
        assert.deepStrictEqual(
          [answer.status, answer.at("errors.0.message")],
          [400, "Expected text in percent-encoded UTF-8 without a NUL character"]
        )
      }
    })
  )
})
