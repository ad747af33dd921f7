import { assert } from "@effect/vitest"
import { DateTime, Deferred, Effect, Exit, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { VenueId } from "../../../src/domain/properties/Property.ts"
import { touchVenues } from "../../../src/domain/access/TouchedVenues.ts"
import { IdempotencyKeys, KeyBusy } from "../../../src/domain/idempotency/IdempotencyKeys.ts"
import { Atomic } from "../../../src/domain/shared/Atomic.ts"
import { atomically } from "../../../src/domain/shared/atomically.ts"
import { refuse } from "../../../src/domain/shared/CommittedRefusal.ts"
import { Vault } from "../../../src/domain/shared/Vault.ts"
import { emptyDataset } from "../../support/datasets/emptyDataset.ts"
import {
  answer,
  type Failure,
  idOf,
  leasing,
  note,
  noted,
  otherAttempt,
  request,
  runOnce,
  twin,
  waiting
} from "../../support/keyedWrites.ts"
import { twins } from "../../support/twins.ts"

const executed = (of = answer) => ({ response: of, isReplay: false })
const replayed = (of = answer) => ({ response: of, isReplay: true })
const conflict = { status: 409, headers: null, body: '{"code":"closed"}' }
const closed: Effect.Effect<never, Failure> = Effect.fail("closed")
const keepingRefusal = { responseTo: (failure: Failure) => Effect.succeed(failure === "closed" ? conflict : undefined) }

twins("once", twin, emptyDataset, (it) => {
  for (const policy of [waiting, leasing]) {
    const name = policy.duplicates._tag
    const find = (key: string) => IdempotencyKeys.use((keys) => keys.find(idOf(policy, request(key))))

    it.effect(`HUB-070, PAR-117, MEM-088: a key that ${name} replays the first answer unchanged`, () =>
      Effect.gen(function* () {
        const of = request(`${name} replay`)
        assert.deepStrictEqual(yield* runOnce(policy, of), executed())
        const other = { status: 200, headers: null, body: "another" }
        assert.deepStrictEqual(yield* runOnce(policy, of, Effect.succeed(other)), replayed())
        assert.deepStrictEqual(yield* runOnce(policy, of, closed), replayed())
        assert.strictEqual(yield* noted(of.key), 1)
        const bare = { status: 204, headers: null, body: null }
        const empty = request(`${name} empty`)
        assert.deepStrictEqual(yield* runOnce(policy, empty, Effect.succeed(bare)), executed(bare))
        assert.deepStrictEqual(yield* runOnce(policy, empty), replayed(bare))
      })
    )

    it.effect(`HUB-071, PAR-121, MEM-088: a key that ${name} is refused to another request, which does nothing`, () =>
      Effect.gen(function* () {
        const of = request(`${name} reused`)
        yield* runOnce(policy, of)
        assert.strictEqual(yield* Effect.flip(runOnce(policy, request(of.key, "other"))), "reused")
        assert.strictEqual(yield* noted(of.key), 1)
        assert.deepStrictEqual(yield* runOnce(policy, of), replayed())
      })
    )

    it.effect(
      `HUB-068, A-20, PAR-125, MEM-088: a failure, defect or interruption frees a key that ${name} and writes nothing`,
      () =>
        Effect.gen(function* () {
          const key = `${name} failed`
          assert.strictEqual(yield* Effect.flip(runOnce(policy, request(key, "1"), closed)), "closed")
          const broken = yield* Effect.exit(runOnce(policy, request(key, "2"), Effect.die(new Error("broken"))))
          assert.isTrue(Exit.hasDies(broken))
          const began = yield* Deferred.make<void>()
          const endless = Effect.andThen(Deferred.succeed(began, undefined), Effect.never)
          const left = yield* Effect.forkChild(runOnce(policy, request(key, "3"), endless))
          yield* Deferred.await(began)
          yield* Fiber.interrupt(left)
          assert.deepStrictEqual([yield* find(key), yield* noted(key)], [Option.none(), 0])
          assert.deepStrictEqual(yield* runOnce(policy, request(key, "4")), executed())
        })
    )

    it.effect(`PAR-028, DOMAIN 5.1: a refusal commits its writes and frees a key that ${name}`, () =>
      Effect.gen(function* () {
        const key = `${name} refused`
        const refused = runOnce(policy, request(key, "1"), refuse<Failure>("closed"))
        assert.strictEqual(yield* Effect.flip(refused), "closed")
        assert.deepStrictEqual([yield* find(key), yield* noted(key)], [Option.none(), 1])
        assert.deepStrictEqual(yield* runOnce(policy, request(key, "2")), executed())
        assert.strictEqual(yield* noted(key), 2)
      })
    )

    it.effect(
      `PAR-028, PAR-125: a refusal that is an answer commits its writes and is kept under a key that ${name}`,
      () =>
        Effect.gen(function* () {
          const of = request(`${name} refused finally`)
          const refused = runOnce(policy, of, refuse<Failure>("closed"), keepingRefusal)
          assert.deepStrictEqual(yield* refused, executed(conflict))
          assert.strictEqual(yield* noted(of.key), 1)
          assert.deepStrictEqual(yield* runOnce(policy, of), replayed(conflict))
          assert.strictEqual(yield* noted(of.key), 1)
        })
    )

    it.effect(
      `INT-015, PAR-083: work ahead of a key that ${name} is not repeated by a replay, and its failure frees the key`,
      () =>
        Effect.gen(function* () {
          const of = request(`${name} ahead`)
          let count = 0
          const ahead = Effect.sync(() => {
            count += 1
          })
          const failing = runOnce(policy, of, undefined, { ahead: Effect.andThen(ahead, closed) })
          assert.strictEqual(yield* Effect.flip(failing), "closed")
          assert.deepStrictEqual([count, yield* find(of.key), yield* noted(of.key)], [1, Option.none(), 0])
          assert.deepStrictEqual(yield* runOnce(policy, of, undefined, { ahead }), executed())
          assert.strictEqual(count, 2)
          assert.deepStrictEqual(yield* runOnce(policy, of, undefined, { ahead }), replayed())
          assert.deepStrictEqual(yield* failing, replayed())
          const other = runOnce(policy, request(of.key, "other"), undefined, { ahead })
          assert.strictEqual(yield* Effect.flip(other), "reused")
          assert.deepStrictEqual([count, yield* noted(of.key)], [2, 1])
        })
    )

    it.effect(`HUB-073, PAR-125, MEM-088: a key that ${name} is free from the end of its retention on`, () =>
      Effect.gen(function* () {
        const of = request(`${name} aging`)
        yield* runOnce(policy, of)
        const { expiresAt } = Option.getOrThrow(yield* find(of.key))
        yield* TestClock.setTime(DateTime.toEpochMillis(expiresAt) - 1)
        assert.deepStrictEqual(yield* runOnce(policy, of), replayed())
        yield* TestClock.setTime(DateTime.toEpochMillis(expiresAt))
        const later = { ...answer, body: "later" }
        const other = request(of.key, "other")
        assert.deepStrictEqual(yield* runOnce(policy, other, Effect.succeed(later)), executed(later))
        assert.deepStrictEqual(yield* runOnce(policy, other), replayed(later))
        assert.strictEqual(yield* noted(of.key), 2)
      })
    )

    it.effect(`MEM-088, PAR-117: the stored answer of a key that ${name} is sealed, and opens for that key only`, () =>
      Effect.gen(function* () {
        const of = request(`${name} sealed`)
        yield* runOnce(policy, of)
        const { body, sealedFor } = Option.getOrThrow(yield* find(of.key))
        const vault = yield* Vault
        assert.strictEqual(sealedFor, `${policy.namespace} answer`)
        assert.notInclude(body, "secret")
        assert.strictEqual(vault.open(`${policy.namespace} answer`, `7 ${of.key}`, body ?? ""), answer.body)
        assert.isUndefined(vault.open(`${policy.namespace} answer`, "7 another key", body ?? ""))
      })
    )

    it.effect(`INT-016, GEN-009: a key that ${name} stores and replays an answer without its parts shown once`, () =>
      Effect.gen(function* () {
        const of = request(`${name} shown once`)
        const complete = { ...answer, body: "with what is shown this once" }
        const kept = { ...answer, body: "without it" }
        assert.deepStrictEqual(yield* runOnce(policy, of, Effect.succeed({ ...complete, kept })), executed(complete))
        const { body } = Option.getOrThrow(yield* find(of.key))
        const vault = yield* Vault
        assert.strictEqual(vault.open(`${policy.namespace} answer`, `7 ${of.key}`, body ?? ""), kept.body)
        assert.deepStrictEqual(yield* runOnce(policy, of, Effect.succeed({ ...complete, kept })), replayed(kept))
        assert.strictEqual(yield* noted(of.key), 1)
      })
    )

    it.effect(
      `HUB-070, PAR-117, MEM-088: a key that ${name} replays plain answers and sealed claims of former versions`,
      () =>
        Effect.gen(function* () {
          const keys = yield* IdempotencyKeys
          const vault = yield* Vault
          const carry = Effect.fnUntraced(function* (key: string, sealedFor: string | null, body: string) {
            const held = yield* otherAttempt(policy, request(key), { ownerToken: "migrated" })
            const carried = { ...idOf(policy, request(key)), ownerToken: "migrated", ...answer, body, sealedFor }
            yield* atomically(keys.insertBefore(held, keys.updateInsertedResponse({ ...carried, venueIds: null })))
          })
          const [plain, sealed, moved] = [`${name} plain`, `${name} claim`, `${name} moved`]
          yield* carry(plain, null, "plain")
          yield* carry(sealed, "claim answer", vault.seal("claim answer", `7 ${sealed}`, "sealed"))
          yield* carry(moved, "claim answer", vault.seal("claim answer", `7 ${sealed}`, "sealed"))
          assert.deepStrictEqual(yield* runOnce(policy, request(plain)), replayed({ ...answer, body: "plain" }))
          assert.deepStrictEqual(yield* runOnce(policy, request(sealed)), replayed({ ...answer, body: "sealed" }))
          assert.isTrue(Exit.hasDies(yield* Effect.exit(runOnce(policy, request(moved)))), "an answer of another key")
          assert.strictEqual((yield* noted(plain)) + (yield* noted(sealed)) + (yield* noted(moved)), 0)
        })
    )

    it.effect(
      `PAR-126, DOMAIN 5.1: a transaction that runs again under a key that ${name} keeps the venues of its last run`,
      () =>
        Effect.gen(function* () {
          const atomic = yield* Atomic
          const key = `${name} again`
          const twice = Atomic.of({
            run: (effect) =>
              Effect.andThen(
                Effect.exit(atomic.run(Effect.andThen(effect, Effect.die(new Error("met another transaction"))))),
                atomic.run(effect)
              )
          })
          let venue = 100
          const touching = Effect.suspend(() => Effect.as(touchVenues(VenueId.make(++venue)), answer))
          const first = yield* runOnce(policy, request(key), touching).pipe(Effect.provideService(Atomic, twice))
          assert.deepStrictEqual(first, executed())
          assert.deepStrictEqual(Option.getOrThrow(yield* find(key)).venueIds, [102])
          assert.strictEqual(yield* noted(key), 1)
        })
    )
  }

  it.effect("HUB-072, MEM-087: of ten concurrent duplicates that wait one runs, and all get its answer", () =>
    Effect.gen(function* () {
      const of = request("at once")
      const all = yield* Effect.all(
        Array.from({ length: 10 }, (_, n) => runOnce(waiting, of, Effect.succeed({ ...answer, body: `${n}` }))),
        { concurrency: "unbounded" }
      )
      const [first, ...more] = all.filter(({ isReplay }) => !isReplay)
      assert.deepStrictEqual(more, [])
      for (const one of all) assert.deepStrictEqual(one.response, first?.response)
      assert.strictEqual(yield* noted(of.key), 1)
    })
  )

  it.effect("HUB-072, MEM-088: a key that waits is in flight while its first request does not end", () =>
    Effect.gen(function* () {
      const keys = yield* IdempotencyKeys
      const busy = IdempotencyKeys.of({ ...keys, insertBefore: () => Effect.fail(new KeyBusy()) })
      const of = request("busy")
      const attempt = Effect.provideService(runOnce(waiting, of), IdempotencyKeys, busy)
      assert.strictEqual(yield* Effect.flip(attempt), "in flight")
      yield* atomically(keys.insertBefore(yield* otherAttempt(waiting, of), Effect.void))
      assert.strictEqual(yield* Effect.flip(runOnce(waiting, of)), "in flight")
      assert.strictEqual(yield* Effect.flip(runOnce(waiting, request(of.key, "other"))), "reused")
      assert.strictEqual(yield* noted(of.key), 0)
    })
  )

  it.effect("MEM-088: a key that waits keeps no answer of a failure that is not a refusal", () =>
    Effect.gen(function* () {
      const of = request("not kept")
      assert.strictEqual(yield* Effect.flip(runOnce(waiting, of, closed, keepingRefusal)), "closed")
      assert.deepStrictEqual(yield* runOnce(waiting, of), executed())
    })
  )

  it.effect("PAR-122, PAR-123: a leased key is in flight until its lease ends, then free", () =>
    Effect.gen(function* () {
      const keys = yield* IdempotencyKeys
      const of = request("leased")
      const { leaseUntil } = yield* keys.lease(yield* otherAttempt(leasing, of))
      yield* TestClock.setTime(DateTime.toEpochMillis(leaseUntil) - 1)
      assert.strictEqual(yield* Effect.flip(runOnce(leasing, of)), "in flight")
      assert.strictEqual(yield* Effect.flip(runOnce(leasing, request(of.key, "other"))), "reused")
      assert.strictEqual(yield* noted(of.key), 0)
      yield* TestClock.setTime(DateTime.toEpochMillis(leaseUntil))
      assert.deepStrictEqual(yield* runOnce(leasing, of), executed())
    })
  )

  it.effect("PAR-123, PAR-127: an attempt whose key was taken over fails as in flight and writes nothing", () =>
    Effect.gen(function* () {
      const keys = yield* IdempotencyKeys
      const of = request("taken over")
      const takeOver = Effect.gen(function* () {
        yield* TestClock.adjust("3 minutes")
        yield* keys.lease(yield* otherAttempt(leasing, of))
        return answer
      })
      assert.strictEqual(yield* Effect.flip(runOnce(leasing, of, takeOver)), "in flight")
      assert.strictEqual(yield* noted(of.key), 0)
    })
  )

  it.effect("PAR-125: a conflict of states is kept under a leased key although its writes are rolled back", () =>
    Effect.gen(function* () {
      const of = request("conflict")
      assert.deepStrictEqual(yield* runOnce(leasing, of, closed, keepingRefusal), executed(conflict))
      assert.deepStrictEqual(yield* runOnce(leasing, of), replayed(conflict))
      assert.strictEqual(yield* noted(of.key), 0)
    })
  )

  it.effect("PAR-126: replays only if mayRepeat accepts the venues that were touched, or null if none were named", () =>
    Effect.gen(function* () {
      const venueLists: Array<ReadonlyArray<number> | null> = []
      const repeat = (key: string, may: boolean) =>
        runOnce(leasing, request(key), Effect.succeed(answer), {
          mayRepeat: (venueIds) => {
            venueLists.push(venueIds)
            return may
          }
        })
      const touching = Effect.as(
        Effect.andThen(touchVenues(VenueId.make(101)), touchVenues(VenueId.make(102), VenueId.make(101))),
        answer
      )
      yield* runOnce(leasing, request("touching"), touching)
      yield* runOnce(leasing, request("silent"), note("silent").pipe(Effect.as(answer)))
      assert.strictEqual(yield* Effect.flip(repeat("touching", false)), "out of reach")
      assert.strictEqual(yield* Effect.flip(repeat("silent", false)), "out of reach")
      assert.deepStrictEqual(yield* repeat("touching", true), replayed())
      assert.deepStrictEqual(venueLists, [[101, 102], null, [101, 102]])
    })
  )
})
