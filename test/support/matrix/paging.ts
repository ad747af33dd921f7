import { assert } from "@effect/vitest"
import { Effect, Predicate } from "effect"
import { withQuery } from "./pathVariants.ts"
import type { Cases, Subject } from "./Subject.ts"

/** The most items that any page holds. */
const mostItems = 100

const isPaging = new Set(["limit", "offset", "after"])

/** Paging parameters accept the integers within their documented bounds, and nothing else. */
export const paging = (it: Cases, { answers, facts, id, operation, refused, sample, send, status }: Subject) => {
  for (const { in: place, name, schema } of operation.parameters) {
    if (place !== "query" || !isPaging.has(name)) continue

    it.effect(`GEN-008, ${facts.proves.input}: ${id} accepts only integers within the bounds of ${name}`, () =>
      Effect.gen(function* () {
        const { maximum, minimum } = Predicate.isObject(schema) ? schema : {}
        // A limit without a maximum is clamped, whatever its size.
        const isClamped = name === "limit" && maximum === undefined
        assert.isTrue(
          Predicate.isNumber(minimum) && (isClamped || Predicate.isNumber(maximum)),
          `the bounds of ${name}`
        )
        const [least, most] = [Number(minimum), isClamped ? 1e20 : Number(maximum)]
        assert.strictEqual(least, name === "limit" ? 1 : 0)
        const sendValue = (value: string) => send({ path: withQuery(sample.path, { [name]: value }) })
        for (const bad of [
          String(least - 1),
          "-1",
          "1.5",
          "1e1",
          "+1",
          "x",
          "",
          " 1",
          ...(isClamped ? [] : [String(most + 1)])
        ]) {
          refused(yield* sendValue(bad), 400, `${name}=${bad}`)
        }
        const twice = withQuery(sample.path, { [name]: "1" })
        refused(yield* send({ path: `${twice}&${name}=2` }), 400, `${name} twice`)
        for (const bound of [least, most]) {
          const page = yield* sendValue(String(bound))
          answers(page, status, `${name}=${bound}`)
          const applied = page.at(name)
          if (applied !== undefined) assert.strictEqual(applied, name === "limit" ? Math.min(bound, mostItems) : bound)
          if (name === "limit") assert.isAtMost(page.each("items").length, Math.min(bound, mostItems))
        }
      })
    )
  }
}
