import { assert } from "@effect/vitest"
import { Effect, Predicate } from "effect"
import * as Service from "../http/service.ts"
import { hasParameters, missingPath, withQuery } from "./pathVariants.ts"
import { type Cases, type Change, changingNothing, changingSomething, freshKey, type Subject } from "./Subject.ts"

/** Variations of the sample that count as different requests under its key, by the part that differs. */
const otherRequests = ({ endpoint, facts, sample }: Subject): Readonly<Record<string, Change>> => {
  const missing = sample.missing ?? missingPath(endpoint.path, sample.path)
  return {
    ...(sample.otherBody === undefined ? undefined : { body: { body: sample.otherBody } }),
    ...(missing === undefined || facts.keys?.byPath === false ? undefined : { path: { path: missing } }),
    ...(facts.keys?.asSent === true ? { query: { path: withQuery(sample.path, { another: "1" }) } } : undefined)
  }
}

/** Headers that depend on the request and not on its outcome. */
const perRequest = new Set(["x-request-id", "date", "x-idempotent-replay"])

const lasting = (answer: Service.Answer) =>
  [...answer.headers].filter(([name]) => !perRequest.has(name) && !name.includes("ratelimit"))

/** The body of a replay: that of the first response without the field shown only once (INT-016). */
const replayOf = ({ shownOnce }: Subject["sample"], first: Service.Answer): string => {
  if (shownOnce === undefined) return first.text
  const { [shownOnce.field]: secret, ...rest } = Service.recordOf(first.body)
  assert.isString(secret)
  assert.strictEqual(rest[shownOnce.flag], false)
  return JSON.stringify({ ...rest, [shownOnce.flag]: true })
}

/**
 * How a write handles its Idempotency-Key: required or optional, replayed, reused, in flight. Nothing happens twice.
 * Reads ignore it.
 */
export const keys = (it: Cases, subject: Subject) => {
  const { answers, facts, id, isKeyed, isWrite, refused, sample, send, status } = subject
  const { proves } = facts
  if (facts.keys === undefined) return
  const { asSent, codes, required } = facts.keys

  if (!isWrite) {
    it.effect(`${proves.keys}: ${id} reads, and ignores an Idempotency-Key, valid or not`, () =>
      Effect.gen(function* () {
        for (const key of ["read", "read", "x".repeat(300)]) {
          answers(yield* changingNothing(send({ headers: { "idempotency-key": key } })), status, key)
        }
      })
    )
    return
  }

  if (!isKeyed) {
    it.effect(`${proves.keys}: ${id} ignores an Idempotency-Key, valid, invalid or repeated`, () =>
      Effect.gen(function* () {
        const service = yield* Service.Service
        for (const key of ["again", "again", "x".repeat(300)]) {
          yield* service.reset
          answers(yield* changingSomething(send({ key })), status, key)
        }
      })
    )
    return
  }

  const prepared = Effect.gen(function* () {
    const service = yield* Service.Service
    yield* service.reset
    const key = freshKey()
    const first = yield* changingSomething(send({ key }))
    answers(first, status, "the first request")
    return { first, key, service }
  })

  if (required) {
    it.effect(`${proves.keys}: ${id} needs an Idempotency-Key, and does nothing without one`, () =>
      Effect.gen(function* () {
        for (const key of [null, "", " "]) {
          const answer = yield* changingNothing(send({ key }))
          refused(answer, 400, "without a key")
          assert.strictEqual(answer.at("code"), codes.missing)
        }
      })
    )
  } else {
    it.effect(`${proves.keys}: ${id} accepts a request without an Idempotency-Key`, () =>
      Effect.gen(function* () {
        const service = yield* Service.Service
        yield* service.reset
        answers(yield* send({ key: null }), status, "without a key")
      })
    )
  }

  it.effect(`${proves.keys}: ${id} replays its response byte for byte for the same request, and changes nothing`, () =>
    Effect.gen(function* () {
      const { first, key } = yield* prepared
      const again = yield* changingNothing(send({ key }))
      answers(again, status, "the replay", true)
      const repeated = replayOf(sample, first)
      assert.strictEqual(again.text, repeated)
      const isAsLong = ([name]: readonly [string, string]) =>
        sample.shownOnce === undefined || name !== "content-length"
      assert.deepStrictEqual(lasting(again).filter(isAsLong), lasting(first).filter(isAsLong))
      if (asSent) return
      const more = yield* changingNothing(send({ key, path: withQuery(sample.path, { another: "1" }) }))
      assert.deepStrictEqual([more.status, more.text], [first.status, repeated], "with an undeclared query parameter")
    })
  )

  const { narrow } = facts
  if (narrow !== undefined) {
    it.effect(
      `${proves.keys}: ${id} replays to a caller of some venues their own response, unless it refuses them`,
      () =>
        Effect.gen(function* () {
          const service = yield* Service.Service
          yield* service.reset
          const key = freshKey()
          const first = yield* send({ headers: narrow, key })
          if (first.status === 403 || first.status === 404) return refused(first, first.status, "out of reach")
          answers(first, status, "the first request")
          const again = yield* changingNothing(send({ headers: narrow, key }))
          answers(again, status, "the replay", true)
          assert.strictEqual(again.text, replayOf(sample, first))
        })
    )
  }

  it.effect(`${proves.keys}: ${id} refuses a used key for another request with 409`, () =>
    Effect.gen(function* () {
      const others = otherRequests(subject)
      assert.isNotEmpty(Object.keys(others), `the sample of ${id} needs an otherBody`)
      if (Predicate.isObject(sample.body) && !hasParameters(subject.endpoint.path)) assert.property(sample, "otherBody")
      const { key } = yield* prepared
      for (const [part, change] of Object.entries(others)) {
        const answer = yield* changingNothing(send({ ...change, key }))
        refused(answer, 409, `another ${part}`)
        assert.strictEqual(answer.at("code"), codes.reused)
      }
    })
  )

  it.effect(`${proves.keys}: ${id} refuses a key with 409 while its first request is in flight`, () =>
    Effect.gen(function* () {
      const { key, service } = yield* prepared
      yield* service.holdKeys
      const answer = yield* changingNothing(send({ key }))
      refused(answer, 409, "in flight")
      assert.strictEqual(answer.at("code"), codes.inFlight)
    })
  )
}
