import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { withQuery } from "./pathVariants.ts"
import { type Cases, changingNothing, type Subject } from "./Subject.ts"

const filters = new Set(["propertyIds", "propertyId", "venueId"])

/** A venue filter rejects unknown, foreign and unreachable venues with the same 403 (PAR-057). */
export const venueFilters = (it: Cases, { facts, id, operation, refused, sample, send }: Subject) => {
  const { narrow, proves, venues } = facts
  if (venues === undefined) return
  for (const { in: place, name } of operation.parameters) {
    if (place !== "query" || !filters.has(name)) continue
    it.effect(`${proves.reach}: ${id} returns the same 403 for an unknown, foreign or unreachable ${name}`, () =>
      Effect.gen(function* () {
        const bodies: Array<unknown> = []
        for (const kind of ["unknown", "foreign", "outOfReach"] as const) {
          const answer = yield* changingNothing(
            send({
              path: withQuery(sample.path, { [name]: venues[kind] }),
              ...(kind === "outOfReach" && narrow !== undefined ? { headers: narrow } : {})
            })
          )
          refused(answer, 403, kind)
          assert.strictEqual(answer.at("code"), venues.code)
          bodies.push([answer.at("message"), [...answer.headers.keys()].toSorted()])
        }
        assert.deepStrictEqual(bodies[1], bodies[0])
        assert.deepStrictEqual(bodies[2], bodies[0])
      })
    )
  }
}
