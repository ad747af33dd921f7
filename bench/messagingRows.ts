import { Effect } from "effect"
import { progress } from "./progress.ts"
import { countListed, insertActions, insertEvents, insertSurroundings } from "./rows.ts"

const chunk = 50_000

const chunks = (total: number) =>
  Array.from(
    { length: Math.ceil(total / chunk) },
    (_, index) => [index * chunk, Math.min(total, (index + 1) * chunk)] as const
  )

/** Workspaces, and so many Actions and events of the one that is listed. */
export const insertMessaging = Effect.fnUntraced(function* (actions: number, events: number) {
  yield* insertSurroundings
  const tell = progress(`Loading ${actions} Actions and ${events} events`, actions + events)
  for (const [from, until] of chunks(actions)) {
    yield* insertActions(from, until)
    tell(until)
  }
  for (const [from, until] of chunks(events)) {
    yield* insertEvents(from, until, actions)
    tell(actions + until)
  }
  yield* countListed(actions, events)
})
