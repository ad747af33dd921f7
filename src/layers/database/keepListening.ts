import { PgClient } from "@effect/sql-pg"
import { Effect, Queue, Schedule } from "effect"
import { Reactivity } from "effect/reactivity"

interface Listener {
  readonly channel: string
  /** What the notifications are about, for the log. */
  readonly subject: string
  /** Called whenever listening starts: earlier notifications have been missed. */
  readonly onStart: () => void
  readonly onNotification: (payload: string | undefined) => void
  /** Called whenever listening ends, by a failure or with the scope. */
  readonly onEnd?: () => void
}

/** Listens on a channel of the server in the background until the scope closes, and again after each failure. */
export const keepListening = Effect.fnUntraced(function* (listener: Listener) {
  const { channel, onEnd, onNotification, onStart, subject } = listener
  const sql = yield* PgClient.PgClient
  const listen = Effect.scoped(
    Effect.gen(function* () {
      // LISTEN needs a connection of its own: a statement that shared it would wait forever.
      const own = yield* PgClient.make({ ...sql.config, multiplex: false, minConnections: 0, maxConnections: 1 })
      const notifications = yield* own.listen(channel)
      onStart()
      return yield* Effect.forever(Effect.map(Queue.take(notifications), ({ payload }) => onNotification(payload)))
    })
  )
  yield* listen.pipe(
    Effect.provide(Reactivity.layer),
    Effect.onExit(() => Effect.sync(() => onEnd?.())),
    Effect.tapCause((cause) => Effect.logWarning(`Listening for changed ${subject} failed; retrying`, cause)),
    Effect.retry(Schedule.spaced("1 second")),
    Effect.forkScoped
  )
})
