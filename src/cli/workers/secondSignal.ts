import { Effect } from "effect"

/** Terminals and npm both pass on one Ctrl-C: signals that come together are one. */
const togetherMillis = 1000

/** Waits for another signal to stop, at least a second after the one that this process is stopping for. */
export const secondSignal: Effect.Effect<void> = Effect.callback((resume) => {
  const since = performance.now()
  const onSignal = () => {
    if (performance.now() - since >= togetherMillis) resume(Effect.void)
  }
  process.on("SIGINT", onSignal)
  process.on("SIGTERM", onSignal)
  return Effect.sync(() => {
    process.off("SIGINT", onSignal)
    process.off("SIGTERM", onSignal)
  })
})
