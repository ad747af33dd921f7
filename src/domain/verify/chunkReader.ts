import { Effect, type Scope, Stream } from "effect"
import { Pull } from "effect"

/** A stream that is read a row at a time without an effect for each: it is only filled when it ran dry. */
export interface ChunkReader<A> {
  /** The next row; undefined at the end, and while it is dry. */
  readonly head: () => A | undefined
  readonly next: () => void
  /** True when what was read is used up and there may be more. */
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
