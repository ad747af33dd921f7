import { Effect, type Equivalence, Fiber } from "effect"

/** Above this concurrency the CPU is the bottleneck rather than the database, and speculative reads only add work. */
const maxSpeculative = 2

/**
 * Remembers the latest value of a source by key, so that a read which depends on it can run speculatively: both queries
 * are sent at once, in one round trip instead of two. The source is always queried again, so a stale value never
 * affects the result.
 */
export class Recent<Key, Value> {
  readonly #remembered = new Map<Key, Value>()
  readonly #isSame: Equivalence.Equivalence<Value>
  readonly #capacity: number
  #running = 0

  readonly #finished = Effect.sync(() => {
    this.#running--
  })

  /**
   * `isSame` decides whether a value read again is the one remembered, from every field that a read may depend on. At
   * `capacity` keys the memory is cleared.
   */
  constructor(isSame: Equivalence.Equivalence<Value>, capacity = 10_000) {
    this.#isSame = isSame
    this.#capacity = capacity
  }

  /**
   * Runs `read` with the value of `source`. If a value is remembered and concurrency is low, `read` runs with it in
   * parallel and is repeated if `source` returns another one. A failure of `source` is the result whatever `read`
   * returned, and forgets the key. `read` must have no side effects.
   */
  read<E, R, A, E2, R2>(
    key: Key,
    source: Effect.Effect<Value, E, R>,
    read: (value: Value) => Effect.Effect<A, E2, R2>
  ): Effect.Effect<A, E | E2, R | R2> {
    const query = source.pipe(
      Effect.map((value) => {
        if (this.#remembered.size >= this.#capacity && !this.#remembered.has(key)) this.#remembered.clear()
        this.#remembered.set(key, value)
        return value
      }),
      Effect.tapError(() => Effect.sync(() => this.#remembered.delete(key)))
    )
    return Effect.suspend(() => {
      const remembered = this.#running < maxSpeculative ? this.#remembered.get(key) : undefined
      this.#running++
      return Effect.ensuring(
        remembered === undefined ? Effect.flatMap(query, read) : speculate(remembered, this.#isSame, query, read),
        this.#finished
      )
    })
  }
}

const speculate = Effect.fnUntraced(function* <Value, E, R, A, E2, R2>(
  remembered: Value,
  isSame: Equivalence.Equivalence<Value>,
  query: Effect.Effect<Value, E, R>,
  read: (value: Value) => Effect.Effect<A, E2, R2>
) {
  // Started immediately, so that its statement is sent together with those of the read.
  const fiber = yield* Effect.forkChild(query, { startImmediately: true })
  const exit = yield* Effect.exit(read(remembered))
  const value = yield* Fiber.join(fiber)
  return yield* isSame(value, remembered) ? exit : read(value)
})
