import { Effect } from "effect"
import { type ActionsQuery, readActions } from "../actions/readActions.ts"
import { type EventsQuery, readEvents } from "./readEvents.ts"
import { readThread, type ThreadQuery } from "./readThread.ts"

/** A query by view; each view accepts only its own parameters. */
export type MessagingQuery = ThreadQuery | ActionsQuery | EventsQuery

/**
 * One view of one granted workspace (HUB-003). The key's permission is checked before the grant, both before existence.
 */
export const readMessaging = Effect.fnUntraced(function* (query: MessagingQuery) {
  switch (query.view) {
    case "thread":
      return yield* readThread(query)
    case "actions":
      return yield* readActions(query)
    case "events":
      return yield* readEvents(query)
  }
})
