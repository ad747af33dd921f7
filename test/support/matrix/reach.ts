import { assert } from "@effect/vitest"
import { Effect, Predicate } from "effect"
import type * as Service from "../http/service.ts"
import type { Sample } from "../http/Sample.ts"
import type { Headers } from "./MatrixFacts.ts"
import { hasParameters, missingPath } from "./pathVariants.ts"
import { type Cases, changingNothing, type Subject } from "./Subject.ts"

/** The parts of a response by which a caller could distinguish two refusals. */
const visible = (answer: Service.Answer) => ({
  status: answer.status,
  code: answer.at("code"),
  message: answer.at("message") ?? answer.at("detail"),
  field: answer.at("details.field"),
  headers: [...answer.headers.keys()].toSorted()
})

const absent = "019b76da-ffff-7fff-bfff-ffffffffffff"

/** Missing, foreign and out of reach are the same 404, for ids in the path (PAR-007) and in the body (PAR-140). */
export const reach = (it: Cases, { endpoint, facts, id, refused, sample, send }: Subject) => {
  const { narrow, proves, strictReach } = facts
  const sendTo = (path: string, headers: typeof narrow) =>
    changingNothing(send({ path, ...(headers === undefined ? {} : { headers }) }))
  const missing = sample.missing ?? missingPath(endpoint.path, sample.path)

  if (hasParameters(endpoint.path) && strictReach && sample.unreached === undefined) {
    it.effect(`${proves.reach}: the sample of ${id} has a foreign row and, unless it is shared, one out of reach`, () =>
      Effect.sync(() =>
        assert.containsAllKeys(sample, sample.isShared === true ? ["foreign"] : ["foreign", "outOfReach"])
      )
    )
  }

  const ids = sample.proves === undefined ? proves.reach : `${sample.proves}, ${proves.reach}`
  if (missing !== undefined && sample.unreached === undefined) {
    it.effect(`${ids}: ${id} returns the same 404 for an id that is missing, foreign or out of reach`, () =>
      Effect.gen(function* () {
        const expected = yield* sendTo(missing, undefined)
        refused(expected, 404, "missing")
        if (sample.foreign !== undefined) {
          const foreign = yield* sendTo(sample.foreign, undefined)
          refused(foreign, 404, "foreign")
          assert.deepStrictEqual(visible(foreign), visible(expected), "foreign")
        }
        if (sample.outOfReach !== undefined) {
          const outOfReach = yield* sendTo(sample.outOfReach, narrow)
          refused(outOfReach, 404, "out of reach")
          assert.deepStrictEqual(visible(outOfReach), visible(expected), "out of reach")
        }
      })
    )
  }

  for (const bodyId of sample.bodyIds ?? []) {
    it.effect(
      `PAR-140, ${proves.reach}: ${id} returns the same 404 for a missing, foreign or unreachable ${bodyId.field}`,
      () => answersAlike({ narrow, refused, sample, send }, bodyId)
    )
  }
}

/** Checks the id in one field of the body. */
export const answersAlike = Effect.fnUntraced(function* (
  {
    narrow,
    refused,
    sample,
    send
  }: { readonly narrow?: Headers | undefined } & Pick<Subject, "refused" | "sample" | "send">,
  { field, foreign, outOfReach }: NonNullable<Sample["bodyIds"]>[number]
) {
  const body = Predicate.isObject(sample.body) ? sample.body : {}
  const answers: Array<Service.Answer> = []
  for (const [value, headers] of [
    [absent, undefined],
    [foreign, undefined],
    ...(outOfReach === undefined ? [] : [[outOfReach, narrow] as const])
  ] as const) {
    const change = { body: { ...body, [field]: value }, ...(headers === undefined ? {} : { headers }) }
    const answer = yield* changingNothing(send(change))
    refused(answer, 404, value)
    assert.strictEqual(answer.at("details.field"), field)
    answers.push(answer)
  }
  const [first, ...others] = answers.map(visible)
  for (const other of others) assert.deepStrictEqual(other, first)
})
