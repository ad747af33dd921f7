import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import { IdempotencyKeys, type IdempotencyRecord } from "../../../src/domain/idempotency/IdempotencyKeys.ts"
import type { Answer } from "../../support/http/service.ts"
import { statusAndCode } from "../../support/partner.ts"
import { inMemory, type ThingCall } from "../../support/things.ts"

const { PA, PA_v1, PB, PADM, PADM_A } = partnerKeys
const PA_write = partnerKeys.PA_partner_arrivals_write

const isReplay = (answer: Answer) => answer.headers.get("x-idempotent-replay") === "true"

/** A write, the same with changes under its key, and how many things both made. */
const repeated = Effect.fnUntraced(function* (first: ThingCall, change: Partial<ThingCall>) {
  const { call, count } = yield* inMemory
  const a = yield* call(first)
  const b = yield* call({ ...first, ...change })
  return { a, b, made: yield* count }
})

const write: ThingCall = { as: PA, key: "key-1", what: "v1" }

/** An in-flight record of an attempt outside the service under test. */
const takenBy = (ownerToken: string, at: DateTime.Utc): IdempotencyRecord => ({
  namespace: "partner",
  tenant: "1",
  key: "key-1",
  fingerprint: `of ${ownerToken}`,
  ownerToken,
  leaseUntil: DateTime.add(at, { seconds: 180 }),
  status: null,
  headers: null,
  body: null,
  sealedFor: null,
  venueIds: null,
  createdAt: at,
  expiresAt: DateTime.add(at, { hours: 72 })
})

describe("idempotency of partner writes", () => {
  it.effect("PAR-115: a write without Idempotency-Key, or with an empty one, is 400 and has no effect", () =>
    Effect.gen(function* () {
      const { call, count } = yield* inMemory
      for (const method of ["POST", "PUT", "DELETE"]) {
        for (const key of [undefined, ""]) {
          const answer = yield* call({ as: PA, key, method, what: "v1", ...(method === "PUT" ? { body: "{}" } : {}) })
          assert.deepStrictEqual(statusAndCode(answer), [400, "idempotency_key_required"])
        }
      }
      assert.strictEqual(yield* count, 0)
    })
  )

  it.effect("PAR-116: accepts keys of 1 to 255 printable ASCII characters only", () =>
    Effect.gen(function* () {
      const { call, count } = yield* inMemory
      for (const key of ["x", "~ a b !", "y".repeat(255)]) {
        assert.strictEqual((yield* call({ ...write, key })).status, 201, key)
      }
      assert.deepStrictEqual(statusAndCode(yield* call({ ...write, key: "y".repeat(256) })), [
        400,
        "idempotency_key_too_long"
      ])
      const odd = yield* call({ ...write, key: "caf\u00e9" })
      assert.deepStrictEqual(statusAndCode(odd), [400, "invalid_parameter"])
      assert.strictEqual(odd.at("errors.0.field"), "Idempotency-Key")
      assert.strictEqual(yield* count, 3)
    })
  )

  it.effect("PAR-117: replays the first response byte for byte with X-Idempotent-Replay, and executes once", () =>
    Effect.gen(function* () {
      const { a, b, made } = yield* repeated({ ...write, body: '{"list":[1]}' }, {})
      assert.deepStrictEqual([a.status, b.status], [201, 201])
      assert.strictEqual(b.text, a.text)
      assert.strictEqual(b.headers.get("content-type"), a.headers.get("content-type"))
      assert.deepStrictEqual([isReplay(a), isReplay(b)], [false, true])
      assert.strictEqual(made, 1)
    })
  )

  it.effect("PAR-117: replays a 204 without body and Content-Type", () =>
    Effect.gen(function* () {
      const { a, b, made } = yield* repeated({ ...write, method: "DELETE" }, {})
      assert.deepStrictEqual([a.status, a.text, b.status, b.text, made], [204, "", 204, "", 1])
      assert.deepStrictEqual([isReplay(a), isReplay(b)], [false, true])
      assert.isNull(b.headers.get("content-type"))
    })
  )

  it.effect("PAR-117, PAR-125: replays a 409 state conflict; a credential without reach of its venue gets 404", () =>
    Effect.gen(function* () {
      const { call, count } = yield* inMemory
      const a = yield* call({ ...write, what: "closed" })
      assert.deepStrictEqual(statusAndCode(a), [409, "invalid_state_transition"])
      assert.strictEqual(a.at("details.currentStatus"), "closed")
      yield* TestClock.adjust("1 minute")
      const b = yield* call({ ...write, what: "closed" })
      assert.strictEqual(b.text, a.text)
      assert.deepStrictEqual([isReplay(a), isReplay(b), yield* count], [false, true, 0])
      assert.strictEqual((yield* call({ ...write, what: "closed", as: PA_v1 })).status, 404)
    })
  )

  it.effect("PAR-118: the order of query parameters does not matter; any other value makes another request", () =>
    Effect.gen(function* () {
      const first = { ...write, what: "v1?a=1&b=2" }
      const same = yield* repeated(first, { what: "v1?b=2&a=1" })
      assert.isTrue(isReplay(same.b))
      const other = yield* repeated(first, { what: "v1?a=1&b=3" })
      assert.deepStrictEqual(statusAndCode(other.b), [409, "idempotency_key_reused"])
      const ignored = yield* repeated(write, { what: "v1?organizationId=x" })
      assert.deepStrictEqual(statusAndCode(ignored.b), [409, "idempotency_key_reused"], "A-84")
    })
  )

  it.effect("PAR-119: the order of object keys, white space and number notation do not matter", () =>
    Effect.gen(function* () {
      const { b, made } = yield* repeated(
        { ...write, body: '{"list":[1,2],"nested":{"a":{"x":1,"y":2},"b":[{"p":1,"q":2}]}}' },
        { body: '{ "nested": {"b":[{"q":2,"p":1.0}], "a":{"y":2,"x":1}},\n "list": [1, 2] }' }
      )
      assert.deepStrictEqual([isReplay(b), made], [true, 1])
    })
  )

  it.effect("PAR-119, A-85: no body and {} are the same request", () =>
    Effect.gen(function* () {
      const { b, made } = yield* repeated(write, { body: "{}" })
      assert.deepStrictEqual([b.status, isReplay(b), made], [201, true, 1])
    })
  )

  it.effect("PAR-120: the same key with an array in another order is 409 idempotency_key_reused", () =>
    Effect.gen(function* () {
      const { b, made } = yield* repeated({ ...write, body: '{"list":[1,2]}' }, { body: '{"list":[2,1]}' })
      assert.deepStrictEqual([...statusAndCode(b), made], [409, "idempotency_key_reused", 1])
    })
  )

  it.effect("PAR-121: the same key with another body, path or method is 409 idempotency_key_reused", () =>
    Effect.gen(function* () {
      const first = { ...write, body: "{}" }
      for (const change of [{ body: '{"list":[]}' }, { what: "v2" }, { method: "PUT" }]) {
        const { b, made } = yield* repeated(first, change)
        assert.deepStrictEqual(
          [...statusAndCode(b), b.at("type"), made],
          [409, "idempotency_key_reused", "idempotency_error", 1]
        )
        assert.isFalse(isReplay(b))
      }
    })
  )

  it.effect("PAR-122: a duplicate of a request in flight is 409 at once; after the response it is a replay", () =>
    Effect.gen(function* () {
      const { call, count } = yield* inMemory
      const first = yield* Effect.forkChild(call({ ...write, what: "slow" }))
      yield* TestClock.adjust("5 seconds")
      const second = yield* call({ ...write, what: "slow" })
      assert.deepStrictEqual(
        [...statusAndCode(second), second.at("type")],
        [409, "idempotency_in_flight", "idempotency_error"]
      )
      assert.deepStrictEqual(statusAndCode(yield* call(write)), [409, "idempotency_key_reused"])
      yield* TestClock.adjust("5 seconds")
      const answered = yield* Fiber.join(first)
      assert.strictEqual(answered.status, 201)
      const third = yield* call({ ...write, what: "slow" })
      assert.deepStrictEqual([third.text, isReplay(third), yield* count], [answered.text, true, 1])
    })
  )

  it.effect("PAR-122, PAR-127: executes one of ten concurrent identical requests", () =>
    Effect.gen(function* () {
      const { call, count } = yield* inMemory
      const answers = yield* Effect.all(
        Array.from({ length: 10 }, () => call(write)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(yield* count, 1)
      const first = answers.filter((answer) => answer.status === 201 && !isReplay(answer))
      assert.strictEqual(first.length, 1)
      for (const answer of answers) {
        if (answer.status === 201) assert.strictEqual(answer.text, first[0]?.text)
        else assert.deepStrictEqual(statusAndCode(answer), [409, "idempotency_in_flight"])
      }
    })
  )

  it.effect("PAR-123: a key in flight in a process that died is free after 180 seconds", () =>
    Effect.gen(function* () {
      const { call, count, services } = yield* inMemory
      const { lease } = yield* IdempotencyKeys.pipe(Effect.provideContext(services))
      yield* lease(takenBy("a process that was killed", yield* DateTime.now))
      yield* TestClock.adjust("179 seconds")
      assert.strictEqual((yield* call(write)).status, 409)
      yield* TestClock.adjust("1 second")
      const answer = yield* call(write)
      assert.deepStrictEqual([answer.status, isReplay(answer), yield* count], [201, false, 1])
    })
  )

  it.effect("PAR-123, PAR-127: an attempt that lost its lease is rolled back and gets 409 idempotency_in_flight", () =>
    Effect.gen(function* () {
      const { call, count, services } = yield* inMemory
      const { lease } = yield* IdempotencyKeys.pipe(Effect.provideContext(services))
      const first = yield* Effect.forkChild(call({ ...write, what: "slow" }))
      yield* TestClock.adjust("5 seconds")
      const later = takenBy("another process", DateTime.add(yield* DateTime.now, { minutes: 3 }))
      assert.deepStrictEqual(yield* lease(later), later)
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(statusAndCode(yield* Fiber.join(first)), [409, "idempotency_in_flight"])
      assert.strictEqual(yield* count, 0)
      assert.deepStrictEqual(yield* lease(takenBy("a third", later.createdAt)), later)
    })
  )

  it.effect("PAR-125: a request that exceeds its deadline is 503 and frees its key before the lease ends", () =>
    Effect.gen(function* () {
      const { call, count } = yield* inMemory
      const endless = { ...write, what: "endless" }
      const first = yield* Effect.forkChild(call(endless))
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(statusAndCode(yield* call(endless)), [409, "idempotency_in_flight"])
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(statusAndCode(yield* Fiber.join(first)), [503, "service_unavailable"])
      assert.deepStrictEqual([(yield* call(write)).status, yield* count], [201, 1])
    })
  )

  it.effect("PAR-124: another API key of the organization gets the replay; another organization has its own keys", () =>
    Effect.gen(function* () {
      const { a, b, made } = yield* repeated(write, { as: PA_write })
      assert.deepStrictEqual([b.text, isReplay(b), made], [a.text, true, 1])
      const other = yield* repeated(write, { as: PB })
      assert.deepStrictEqual([other.b.status, isReplay(other.b), other.made], [201, false, 2])
    })
  )

  it.effect("PAR-124: a replay needs a valid credential with the scope, else 401 or 403", () =>
    Effect.gen(function* () {
      const { call } = yield* inMemory
      yield* call(write)
      const unscoped = yield* call({ ...write, as: partnerKeys.PA_partner_arrivals_read })
      assert.deepStrictEqual(statusAndCode(unscoped), [403, "insufficient_scope"])
      assert.strictEqual((yield* call({ ...write, as: partnerKeys.PA_revoked })).status, 401)
    })
  )

  it.effect("PAR-125: 400, 401, 403, 404, 413 and 500 are not stored: the key is free for a corrected request", () =>
    Effect.gen(function* () {
      const { call, count } = yield* inMemory
      const failing: ReadonlyArray<readonly [Partial<ThingCall>, number]> = [
        [{ as: partnerKeys.PA_revoked }, 401],
        [{ as: partnerKeys.PA_service }, 403],
        [{ as: PA_v1, what: "missing" }, 404],
        [{ what: "broken" }, 500],
        [{ what: "missing" }, 404],
        [{ body: '{"list":"x"}' }, 400],
        [{ body: "{" }, 400],
        [{ body: '{"unknown":1}' }, 400],
        [{ body: `{"nested":"${"x".repeat(2_000_000)}"}` }, 413]
      ]
      for (const [change, status] of failing) {
        const key = `${status} ${change.as?.slice(-4) ?? ""} ${change.what ?? ""} ${change.body?.slice(0, 20) ?? ""}`
        for (let attempt = 0; attempt < 2; attempt++) {
          const answer = yield* call({ ...write, key, ...change })
          assert.deepStrictEqual([answer.status, isReplay(answer)], [status, false], key)
        }
        const corrected = yield* call({ ...write, key })
        assert.deepStrictEqual([corrected.status, isReplay(corrected)], [201, false], key)
      }
      const atV2 = { ...write, key: "reach", under: "things-at", body: JSON.stringify({ venueId: demoIds.venues.V2 }) }
      assert.strictEqual((yield* call({ ...atV2, as: PA_v1 })).status, 404)
      const reached = yield* call(atV2)
      assert.deepStrictEqual([reached.status, isReplay(reached)], [200, false])
      assert.strictEqual(yield* count, failing.length + 1)
    })
  )

  it.effect("PAR-125, PAR-138: a 429 leaves the key usable, and replays count against the limit", () =>
    Effect.gen(function* () {
      const { call, count } = yield* inMemory
      for (let used = 0; used < 300; used++) assert.strictEqual((yield* call(write)).status, 201)
      const limited = yield* call({ ...write, key: "key-2" })
      assert.deepStrictEqual([...statusAndCode(limited), limited.at("type")], [429, "rate_limited", "rate_limit_error"])
      assert.match(limited.headers.get("retry-after") ?? "", /^\d+$/)
      assert.strictEqual((yield* call(write)).status, 429)
      yield* TestClock.adjust("1 minute")
      const later = yield* call({ ...write, key: "key-2" })
      assert.deepStrictEqual([later.status, isReplay(later), yield* count], [201, false, 2])
    })
  )

  it.effect("PAR-125: replays a stored response for 72 hours", () =>
    Effect.gen(function* () {
      const { call, count } = yield* inMemory
      yield* call(write)
      yield* TestClock.adjust("71 hours")
      assert.isTrue(isReplay(yield* call(write)))
      yield* TestClock.adjust("1 hour")
      assert.isFalse(isReplay(yield* call(write)))
      assert.strictEqual(yield* count, 2)
    })
  )

  it.effect("PAR-126: a replay is 404 for a credential that does not reach every venue of the first request", () =>
    Effect.gen(function* () {
      const { call, count } = yield* inMemory
      const replays = Effect.fnUntraced(function* (what: string, as: string) {
        const key = `reach of ${what}`
        yield* call({ ...write, key, what })
        return yield* call({ ...write, key, what, as })
      })
      const own = yield* replays("v1", PA_v1)
      assert.deepStrictEqual([own.status, isReplay(own)], [201, true])
      for (const what of ["v2", "anything"]) {
        const foreign = yield* replays(what, PA_v1)
        assert.deepStrictEqual([...statusAndCode(foreign), isReplay(foreign)], [404, "not_found", false])
        assert.strictEqual(foreign.at("message"), "There is no such record")
        assert.isTrue(isReplay(yield* replays(what, PADM_A)))
      }
      assert.strictEqual(yield* count, 3)
    })
  )

  it.effect("PAR-124, A-31, A-84: global staff write for the organization they name; without one a write is 403", () =>
    Effect.gen(function* () {
      const { call } = yield* inMemory
      const nameless = yield* call({ ...write, as: PADM })
      assert.deepStrictEqual(
        [...statusAndCode(nameless), nameless.at("details.reason")],
        [403, "no_organization", "organization_required"]
      )
      const what = `v1?organizationId=${demoIds.organizations.A}`
      const named = yield* call({ ...write, what, as: PADM })
      assert.deepStrictEqual([named.status, isReplay(named)], [201, false])
      assert.isTrue(isReplay(yield* call({ ...write, what })))
      assert.strictEqual((yield* call({ ...write, what, as: PB })).status, 201)
    })
  )
})
