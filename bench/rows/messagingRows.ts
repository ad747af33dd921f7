import { Effect } from "effect"
import { progress } from "../progress.ts"
import { countListed, insertActions, insertEvents, insertSurroundings } from "./rows.ts"

const chunk = 50_000

const chunks = (total: number) =>
  Array.from(
    { length: Math.ceil(total / chunk) },
    (_, index) => [index * chunk, Math.min(total, (index + 1) * chunk)] as const
  )

/** Workspaces, and Actions and events of the listed one. */
export const insertMessaging = Effect.fnUntraced(function* (actions: number, events: number) {
  yield* insertSurroundings
  const report = progress(`Loading ${actions} Actions and ${events} events`, actions + events)
  for (const [from, until] of chunks(actions)) {
    yield* insertActions(from, until)
    report(until)
  }
  for (const [from, until] of chunks(events)) {
    yield* insertEvents(from, until, actions)
    report(actions + until)
  }
  yield* countListed(actions, events)
})
