import { assert, describe, it, layer } from "@effect/vitest"
import { DateTime, Effect, Result, Schema } from "effect"
import { BodyInstant } from "../../../src/http/surface/schemas/BodyInstant.ts"
import { issuesOf } from "../../../src/http/surface/requestIssues.ts"
import { layer as operatorLayer, operatorRoutes, sessionOf } from "../../support/operator.ts"
import * as Service from "../../support/http/service.ts"

const decoded = Schema.decodeUnknownResult(BodyInstant)

const refusalOf = (text: string) =>
  Result.match(decoded(text), {
    onFailure: (cause) => issuesOf({ cause }, "body").issues.map(({ message }) => message),
    onSuccess: () => ["accepted"]
  })

describe("a timestamp in a body", () => {
  it("GEN-005: is any of RFC 3339, in either case, with any fraction, up to the year 9999", () => {
    const instants = {
      "2026-12-01T10:00:00Z": "2026-12-01T10:00:00.000Z",
      "2026-12-01t10:00:00z": "2026-12-01T10:00:00.000Z",
      "2026-12-01T10:00:00-00:00": "2026-12-01T10:00:00.000Z",
      "2026-12-01t10:00:00.123456789012+05:30": "2026-12-01T04:30:00.123Z",
      "1999-12-31T23:59:59Z": "1999-12-31T23:59:59.000Z",
      "9999-12-31T23:59:59Z": "9999-12-31T23:59:59.000Z"
    }
    for (const [text, instant] of Object.entries(instants)) {
      assert.strictEqual(DateTime.formatIso(Result.getOrThrow(decoded(text))), instant, text)
    }
  })

  it("GEN-005: is refused for its form, for a time that does not exist, or for its year", () => {
    for (const text of ["soon", "2026-12-01", "2026-12-01T10:00Z", "2026-12-01T10:00:00", "2026-12-01T24:00:00Z"]) {
      assert.deepStrictEqual(refusalOf(text), ["Expected an RFC 3339 timestamp, with seconds and an offset"], text)
    }
    for (const text of ["2026-02-30T10:00:00Z", "2026-12-01T10:61:00Z", "2026-12-01T10:00:00+24:00"]) {
      assert.deepStrictEqual(refusalOf(text), ["not an existing date and time"], text)
    }
    for (const text of ["9999-12-31T23:59:59-01:00", "0000-12-31T00:00:00Z"]) {
      assert.deepStrictEqual(refusalOf(text), ["Expected a time in the years 1 to 9999"], text)
    }
  })
})

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
