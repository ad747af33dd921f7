import { assert, it } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber } from "effect"
import { type Subject, Turns, QueueFull } from "../../src/domain/shared/Turns.ts"
import { eventually } from "../support/eventually.ts"
import * as TurnsLayer from "../../src/layers/TurnsLayer.ts"

const busy: Subject = { kind: "person", id: "member:1" }
const other: Subject = { kind: "person", id: "member:2" }

it.effect("runs two writes of a person at once, queues three, refuses more, and does not affect other persons", () =>
  Effect.gen(function* () {
    const turns = yield* Turns
    const end = yield* Deferred.make<void>()
    const running = new Set<number>()
    const write = (subject: Subject, n: number) =>
      turns.take(subject)(
        Effect.andThen(
          Effect.sync(() => void running.add(n)),
          Deferred.await(end)
        )
      )

    assert.isFalse(turns.areStuck(busy))
    const writes = yield* Effect.forEach([1, 2, 3, 4, 5], (n) => Effect.forkChild(write(busy, n)))
    yield* Effect.yieldNow
    assert.deepStrictEqual([...running], [1, 2])
    const refused = yield* Effect.exit(write(busy, 6))
    assert.deepStrictEqual(refused, Exit.die(new QueueFull({ of: "writes of member:1" })))

    const elsewhere = yield* Effect.forkChild(write(other, 7))
    yield* Effect.yieldNow
    assert.isTrue(running.has(7))

    // A write that is interrupted while it waits frees its place.
    for (const waiting of writes.slice(2, 3)) yield* Fiber.interrupt(waiting)
    const next = yield* Effect.forkChild(write(busy, 8))
    yield* Deferred.succeed(end, undefined)
    yield* Effect.forEach([...writes.slice(0, 2), ...writes.slice(3), elsewhere, next], Fiber.join)
    assert.deepStrictEqual([...running], [1, 2, 7, 4, 5, 8])
    assert.isFalse(turns.areStuck(busy))

    const failed = yield* Effect.exit(turns.take(busy)(Effect.fail("no")))
    assert.deepStrictEqual(Exit.isFailure(failed) ? Cause.squash(failed.cause) : undefined, "no")
    assert.isFalse(turns.areStuck(busy))
  }).pipe(Effect.provide(TurnsLayer.layer({ atOnce: { person: 2, organization: 4 }, waiting: 3 })))
)

it.live("is stuck if no write has started or finished for a while and others would wait", () =>
  Effect.gen(function* () {
    const turns = yield* Turns
    const end = yield* Deferred.make<void>()
    const begin = () => Effect.forkChild(turns.take(busy)(Deferred.await(end)))
    const writes = [yield* begin()]
    const stuck = eventually(
      "no write moves",
      Effect.sync(() => turns.areStuck(busy))
    )
    yield* Effect.sleep("150 millis")
    assert.isFalse(turns.areStuck(busy), "another write would not wait")
    writes.push(yield* begin())
    yield* stuck
    yield* Deferred.succeed(end, undefined)
    yield* Effect.forEach(writes, Fiber.join)
    assert.isFalse(turns.areStuck(busy))
  }).pipe(Effect.provide(TurnsLayer.layer({ atOnce: { person: 2, organization: 4 }, waiting: 3 })))
)

it.effect("runs four writes of an organization at once", () =>
  Effect.gen(function* () {
    const turns = yield* Turns
    const end = yield* Deferred.make<void>()
    let running = 0
    const write = turns.take({ kind: "organization", id: "hub:1" })(
      Effect.andThen(
        Effect.sync(() => {
          running += 1
        }),
        Deferred.await(end)
      )
    )
    const writes = yield* Effect.forEach([1, 2, 3, 4, 5], () => Effect.forkChild(write))
    yield* Effect.yieldNow
    assert.strictEqual(running, 4)
    yield* Deferred.succeed(end, undefined)
    yield* Effect.forEach(writes, Fiber.join)
    assert.strictEqual(running, 5)
  }).pipe(Effect.provide(TurnsLayer.layer({ atOnce: { person: 2, organization: 4 }, waiting: 3 })))
)
