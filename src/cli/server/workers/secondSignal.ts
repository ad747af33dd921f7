import { Effect } from "effect"

/** A terminal and npm both deliver the same Ctrl-C, so signals within this time count as one. */
const togetherMillis = 1000

/** Waits for another stop signal, at least a second after the one that this process is stopping for. */
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
