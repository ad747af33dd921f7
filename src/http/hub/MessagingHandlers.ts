import { Effect } from "effect"
import { commandFingerprint, transitionAction } from "../../domain/actions/transitionAction.ts"
import { transitions } from "../../domain/actions/transitions.ts"
import { type MessagingQuery, readMessaging } from "../../domain/messaging/readMessaging.ts"
import { requireGrant } from "../../domain/messaging/requireGrant.ts"
import { guestMissing } from "../surface/guestMissing.ts"
import { handlersOf } from "../surface/handlers.ts"
import { RequestFacts } from "../surface/RequestFacts.ts"
import { HubApi } from "./HubApi.ts"
import type { ParameterMissing } from "../surface/RequestErrors.ts"

interface Parameters {
  readonly view: MessagingQuery["view"]
  readonly scope: string
  readonly guest?: string
  readonly id?: string
  readonly before?: string
  readonly after: number
}

/** The query for the requested view. Parameters of other views are validated, then ignored. */
const queryOf = ({
  after,
  before,
  guest,
  id,
  scope,
  view
}: Parameters): Effect.Effect<MessagingQuery, ParameterMissing> => {
  if (view === "events") return Effect.succeed({ view, scope, guest, after })
  if (view === "actions") return Effect.succeed({ view, scope, guest, id, before })
  return guest === undefined ? Effect.fail(guestMissing) : Effect.succeed({ view, scope, guest, before })
}

export const MessagingHandlers = handlersOf(
  HubApi,
  "messaging"
)({
  readMessaging: ({ query }) => Effect.flatMap(queryOf(query), readMessaging),
  transitionAction: {
    staged: Effect.fnUntraced(function* ({ headers, payload, query: { scope } }, once) {
      const { reader } = yield* requireGrant(scope, transitions[payload.type].permission)
      const { id: requestId } = yield* RequestFacts
      const request = { idempotencyKey: headers["idempotency-key"], requestId, command: payload }
      return yield* once(transitionAction(reader, request), { fingerprintInput: commandFingerprint(scope, payload) })
    })
  }
})
