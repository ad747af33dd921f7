import { Effect, type Scope, Stream } from "effect"
import { Pull } from "effect"

/** Reads a stream row by row without an effect per row: an effect runs only to refill it. */
export interface ChunkReader<A> {
  /** The next row; undefined at the end, and until it is refilled. */
  readonly head: () => A | undefined
  readonly next: () => void
  /** True if the buffered rows are used up and there may be more. */
  readonly isDry: () => boolean
  readonly fill: Effect.Effect<void>
}

export const chunkReader = Effect.fnUntraced(function* <A>(
  stream: Stream.Stream<A>
): Effect.fn.Return<ChunkReader<A>, never, Scope.Scope> {
  const pull = yield* Stream.toPull(stream)
  let rows: ReadonlyArray<A> = []
  let position = 0
  let hasEnded = false
  return {
    head: () => rows[position],
    next: () => {
      position += 1
    },
    isDry: () => position >= rows.length && !hasEnded,
    fill: Pull.matchEffect(pull, {
      onSuccess: (chunk) =>
        Effect.sync(() => {
          rows = chunk
          position = 0
        }),
      onFailure: Effect.failCause,
      onDone: () =>
        Effect.sync(() => {
          hasEnded = true
        })
    })
  }
})
