import { Effect, Equal, Fiber } from "effect"

/** With more at work at once they wait for the processor rather than for the database, and reading ahead costs it more. */
const mostAhead = 2

/**
 * What a source answered of late, by key, so that a read which depends on it need not wait for it: both ask the database
 * at once, which takes one round trip instead of two. What is remembered decides nothing: it is asked for again each time.
 */
export class Recent<Key, Value> {
  readonly #remembered = new Map<Key, Value>()
  readonly #capacity: number
  #atWork = 0

  readonly #left = Effect.sync(() => {
    this.#atWork--
  })

  /** Beyond `capacity` keys all of them are forgotten. */
  constructor(capacity = 10_000) {
    this.#capacity = capacity
  }

  /**
   * Does `read` with what `source` answers. Where it is remembered and little else is read, `read` goes ahead meanwhile,
   * and is done once more if the answer is another one now. A failure of `source` is the outcome, whatever `read` came to,
   * and forgets the key. So `read` must not change anything.
   */
  read<E, R, A, E2, R2>(
    key: Key,
    source: Effect.Effect<Value, E, R>,
    read: (value: Value) => Effect.Effect<A, E2, R2>
  ): Effect.Effect<A, E | E2, R | R2> {
    const ask = source.pipe(
      Effect.map((value) => {
        if (this.#remembered.size >= this.#capacity && !this.#remembered.has(key)) this.#remembered.clear()
        this.#remembered.set(key, value)
        return value
      }),
      Effect.tapError(() => Effect.sync(() => this.#remembered.delete(key)))
    )
    return Effect.suspend(() => {
      const remembered = this.#atWork < mostAhead ? this.#remembered.get(key) : undefined
      this.#atWork++
      return Effect.ensuring(
        remembered === undefined ? Effect.flatMap(ask, read) : ahead(remembered, ask, read),
        this.#left
      )
    })
  }
}

const ahead = Effect.fnUntraced(function* <Value, E, R, A, E2, R2>(
  remembered: Value,
  ask: Effect.Effect<Value, E, R>,
  read: (value: Value) => Effect.Effect<A, E2, R2>
) {
  // At once, so that its statement is sent together with those of the read.
  const asking = yield* Effect.forkChild(ask, { startImmediately: true })
  const exit = yield* Effect.exit(read(remembered))
  const value = yield* Fiber.join(asking)
  return yield* Equal.equals(value, remembered) ? exit : read(value)
})
