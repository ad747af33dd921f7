import { assert } from "@effect/vitest"
import { Effect, Predicate } from "effect"
import * as Service from "../service.ts"
import { type Cases, changingNothing, type Subject } from "./Subject.ts"

const unusable: Readonly<Record<string, string>> = {
  malformed: "{",
  "a name twice": '{"type":"claim","type":"finish"}',
  "nested too deep": "[".repeat(2000) + "]".repeat(2000),
  NUL: '{"note":"a\\u0000b"}',
  "half a surrogate pair": '{"note":"\\ud800"}',
  array: "[]",
  text: '"x"',
  number: "1"
}

/** Bodies that are no usable JSON objects change nothing; a field that is not declared is refused or ignored, as the surface says. */
export const bodies = (it: Cases, { answers, facts, id, refused, sample, send, status, takesBody }: Subject) => {
  if (!takesBody) return
  const { proves, strictBodies } = facts

  it.effect(`GEN-007, ${proves.input}: ${id} refuses bodies that are not usable JSON, and does nothing`, () =>
    changingNothing(
      Effect.gen(function* () {
        for (const [kind, body] of Object.entries(unusable)) refused(yield* send({ body }), 400, kind)
        const large = yield* send({ body: `{"note":"${"x".repeat(2_000_000)}"}` })
        assert.include([400, 413], large.status)
        refused(large, large.status, "over the limit")
        const text = yield* send({ headers: { "content-type": "text/plain" }, body: "hello" })
        assert.include([400, 415], text.status)
        refused(text, text.status, "text/plain")
      })
    )
  )

  it.effect(
    `GEN-008, ${proves.input}: ${id} ${strictBodies ? "refuses" : "ignores"} a field that is not declared`,
    () =>
      Effect.gen(function* () {
        const service = yield* Service.Service
        yield* service.reset
        const body = { ...(Predicate.isObject(sample.body) ? sample.body : {}), undeclaredField: 1 }
        if (strictBodies) refused(yield* changingNothing(send({ body })), 400, "a field that is not declared")
        else answers(yield* send({ body }), status, "a field that is not declared")
      })
  )
}
