import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Service from "../http/service.ts"
import { withQuery } from "./pathVariants.ts"
import { type Cases, changingNothing, type Subject } from "./Subject.ts"

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const limitHeaders = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"]

/**
 * The response to the sample is as documented, with rate-limit headers and request id; a read ignores unknown query
 * parameters.
 */
export const answers = (it: Cases, { answers: assertAnswer, facts, id, isWrite, sample, send, status }: Subject) => {
  const { proves } = facts

  it.effect(
    `GEN-001, GEN-006, GEN-008, ${proves.limits}: ${id} responds to its sample as documented, with rate-limit headers`,
    () =>
      Effect.gen(function* () {
        assert.property(facts.samples, id, "every endpoint needs a sample")
        const service = yield* Service.Service
        yield* service.reset
        const plain = yield* isWrite ? send() : changingNothing(send())
        assertAnswer(plain, status, "the sample")
        for (const name of limitHeaders) assert.match(plain.headers.get(name) ?? "", /^\d+$/, name)
        assert.match(plain.headers.get("ratelimit-policy") ?? "", /^"[a-z-]+";q=\d+;w=\d+/)
        assert.match(plain.headers.get("ratelimit") ?? "", /^"[a-z-]+";r=\d+;t=\d+/)
        if (isWrite) return
        assertAnswer(
          yield* send({ path: withQuery(sample.path, { foo: "bar", bar: "" }) }),
          status,
          "with undeclared query parameters"
        )
      })
  )

  it.effect(`GEN-013, ${proves.requestId}: ${id} echoes a valid request id and replaces any other`, () =>
    Effect.gen(function* () {
      const echoed = yield* send({ headers: { "x-request-id": "it-42.a:B_c" } })
      assert.strictEqual(echoed.headers.get("x-request-id"), "it-42.a:B_c")
      for (const bad of ["", "a b", "x".repeat(300), "{}", "é"]) {
        const replaced = yield* send({ headers: { "x-request-id": bad } })
        assert.match(replaced.headers.get("x-request-id") ?? "", uuid)
        assert.isBelow(replaced.status, 500)
      }
    })
  )
}
