import { assert, it } from "@effect/vitest"
import { Effect, Equivalence, Exit, Ref } from "effect"
import { Recent } from "../../../src/domain/shared/Recent.ts"

/** A source whose answer can be changed, and a read that records its inputs in `reads`. */
const parts = Effect.gen(function* () {
  const answer = yield* Ref.make<Exit.Exit<{ readonly id: number }, string>>(Exit.succeed({ id: 1 }))
  const reads: Array<number> = []
  const recent = new Recent<string, { readonly id: number }>((one, other) => one.id === other.id, 2)
  const source = Effect.flatten(Ref.get(answer))
  const read = ({ id }: { readonly id: number }) =>
    Effect.sync(() => {
      reads.push(id)
      return `read ${id}`
    })
  return { answer, reads, recent, source, read }
})

it.effect("reads once per call while the source's answer stays the same", () =>
  Effect.gen(function* () {
    const { read, reads, recent, source } = yield* parts
    const answers = [
      yield* recent.read("key", source, read),
      yield* recent.read("key", source, read),
      yield* recent.read("key", source, read)
    ]
    assert.deepStrictEqual(answers, ["read 1", "read 1", "read 1"])
    assert.deepStrictEqual(reads, [1, 1, 1])
  })
)

it.effect("reads again when the source's answer changes, and returns the new result", () =>
  Effect.gen(function* () {
    const { answer, read, reads, recent, source } = yield* parts
    yield* recent.read("key", source, read)
    yield* Ref.set(answer, Exit.succeed({ id: 2 }))
    assert.strictEqual(yield* recent.read("key", source, read), "read 2")
    assert.strictEqual(yield* recent.read("key", source, read), "read 2")
    assert.deepStrictEqual(reads, [1, 1, 2, 2])
  })
)

it.effect("fails with the source's error, whatever the read did", () =>
  Effect.gen(function* () {
    const { answer, read, recent, source } = yield* parts
    yield* recent.read("key", source, read)
    yield* Ref.set(answer, Exit.fail("gone"))
    assert.strictEqual(yield* Effect.flip(recent.read("key", source, read)), "gone")
    const failing = recent.read("key", source, () => Effect.fail("read failed"))
    assert.strictEqual(yield* Effect.flip(failing), "gone")
    const dying = recent.read("key", source, () => Effect.die("read died"))
    assert.strictEqual(yield* Effect.flip(dying), "gone")
  })
)

it.effect("forgets the value of a key for which the source fails", () =>
  Effect.gen(function* () {
    const { answer, read, reads, recent, source } = yield* parts
    yield* recent.read("key", source, read)
    yield* Ref.set(answer, Exit.fail("gone"))
    yield* Effect.flip(recent.read("key", source, read))
    yield* Effect.flip(recent.read("key", source, read))
    assert.deepStrictEqual(reads, [1, 1])
  })
)

it.effect("fails with the read's error if the source succeeds", () =>
  Effect.gen(function* () {
    const { read, recent, source } = yield* parts
    yield* recent.read("key", source, read)
    const failing = recent.read("key", source, () => Effect.fail("read failed"))
    assert.strictEqual(yield* Effect.flip(failing), "read failed")
  })
)

it.effect("reads before the source has answered", () =>
  Effect.gen(function* () {
    const order: Array<string> = []
    const recent = new Recent<string, number>(Equivalence.Number)
    const source = Effect.andThen(
      Effect.sync(() => void order.push("asked")),
      Effect.as(Effect.yieldNow, 1)
    )
    const read = () => Effect.sync(() => void order.push("read"))
    yield* recent.read("key", source, read)
    order.length = 0
    yield* recent.read(
      "key",
      Effect.tap(source, () => Effect.sync(() => void order.push("answered"))),
      read
    )
    assert.deepStrictEqual(order, ["asked", "read", "answered"])
  })
)

it.effect("keeps keys separate, and clears itself beyond its capacity", () =>
  Effect.gen(function* () {
    const { answer, read, reads, recent, source } = yield* parts
    yield* recent.read("a", source, read)
    yield* Ref.set(answer, Exit.succeed({ id: 2 }))
    yield* recent.read("b", source, read)
    assert.deepStrictEqual(reads, [1, 2])
    yield* recent.read("b", source, read)
    assert.deepStrictEqual(reads, [1, 2, 2])
    reads.length = 0
    // Reading `b` again took no place of `a`, which is read ahead as 1.
    yield* recent.read("a", source, read)
    assert.deepStrictEqual(reads, [1, 2])
    yield* Ref.set(answer, Exit.succeed({ id: 3 }))
    yield* recent.read("c", source, read)
    reads.length = 0
    // Remembered, `a` would be read ahead as 2.
    yield* recent.read("a", source, read)
    assert.deepStrictEqual(reads, [3])
  })
)

it.effect("reads ahead for at most two calls at once, and again when they are done", () =>
  Effect.gen(function* () {
    const recent = new Recent<string, number>(Equivalence.Number)
    const source = Effect.as(Effect.yieldNow, 1)
    yield* recent.read("key", source, Effect.succeed)
    let isAnswered = false
    let ahead = 0
    const answering = Effect.tap(source, () =>
      Effect.sync(() => {
        isAnswered = true
      })
    )
    const once = recent.read("key", answering, () =>
      Effect.sync(() => {
        if (!isAnswered) ahead++
      })
    )
    for (const round of [1, 2]) {
      isAnswered = false
      ahead = 0
      yield* Effect.all([once, once, once, once, once, once], { concurrency: "unbounded" })
      assert.strictEqual(ahead, 2, `round ${round}`)
    }
  })
)
