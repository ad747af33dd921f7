import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { withParameter } from "./pathVariants.ts"
import { type Cases, changingNothing, type Subject } from "./Subject.ts"

/** Texts with percent-encodings that do not decode. */
const undecodable = ["%FF", "019b76da%ff", "%c3%28", "%", "%zz"]

/** An undecodable path parameter is invalid (400); a path without one of its parameters is no route (404). */
export const paths = (it: Cases, { endpoint, facts, id, refused, sample, send }: Subject) => {
  const variants = (text: string) => withParameter(endpoint.path, sample.path, text)
  if (variants("").length === 0) return

  it.effect(
    `GEN-006, GEN-007, ${facts.proves.envelope}: ${id} returns 400 for undecodable path parameters, 404 for empty ones`,
    () =>
      changingNothing(
        Effect.gen(function* () {
          // The caller's own organization is checked before parameters: any other text is 404.
          const own = endpoint.path.startsWith("/api/v1/orgs/:") ? 1 : 0
          for (const text of undecodable) {
            for (const path of variants(text).slice(own)) refused(yield* send({ path }), 400, path)
          }
          for (const path of variants("")) {
            const answer = yield* send({ path })
            assert.deepStrictEqual([answer.status, facts.isFailure(answer)], [404, true], `${path}: ${answer.text}`)
            assert.include(["route_not_found", "not_found"], answer.at("code"), path)
          }
        })
      )
  )
}
