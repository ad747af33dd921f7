import { Effect } from "effect"
import { commandAction, type OperatorCommand } from "../../domain/actions/commandAction.ts"
import { requirePermissions } from "../../domain/access/requirePermissions.ts"
import type { ActionState } from "../../domain/actions/Action.ts"
import { type OperatorMessagingQuery, readOperatorMessaging } from "../../domain/messaging/readOperatorMessaging.ts"
import { requireIssued } from "../../domain/messaging/scanPage.ts"
import { guestsRead } from "../../domain/operators/operatorPermissions.ts"
import { openWorkspace } from "../../domain/operators/openWorkspace.ts"
import { guestMissing } from "../surface/guestMissing.ts"
import { handlersOf } from "../surface/handlers.ts"
import type { ParameterMissing } from "../surface/RequestErrors.ts"
import { RequestFacts } from "../surface/RequestFacts.ts"
import type { OperatorActionCommand } from "./OperatorActionCommand.ts"
import { OperatorApi } from "./OperatorApi.ts"

interface Parameters {
  readonly view: OperatorMessagingQuery["view"]
  readonly scope: string
  readonly guest?: string
  readonly id?: string
  readonly state?: ActionState
  readonly owner?: "me"
  readonly team?: string
  readonly before?: string
  readonly after: number
}

/** The query for the requested view. Parameters of other views are validated, then ignored. */
const queryOf = ({
  after,
  before,
  guest,
  id,
  owner,
  scope,
  state,
  team,
  view
}: Parameters): Effect.Effect<OperatorMessagingQuery, ParameterMissing> => {
  if (view === "events") return Effect.succeed({ view, scope, guest, after })
  if (view === "threads") return Effect.succeed({ view, scope, before })
  if (view === "actions") return Effect.succeed({ view, scope, guest, id, state, owner, team, before })
  return guest === undefined ? Effect.fail(guestMissing) : Effect.succeed({ view, scope, guest, before })
}

/** The command with defaults for absent fields; null counts as absent. */
const commandOf = (command: OperatorActionCommand): OperatorCommand => {
  switch (command.type) {
    case "create_action": {
      const { kind, title, type } = command
      return {
        type,
        draft: {
          title,
          kind,
          priority: command.priority ?? "normal",
          audience: command.audience ?? { kind: "workspace" },
          details: command.details ?? null,
          guestId: command.guestId ?? null,
          reservationId: command.reservationId ?? null,
          propertyId: command.propertyId ?? null,
          dueAt: command.dueAt ?? null,
          ownerOperatorId: command.ownerOperatorId ?? null
        }
      }
    }
    case "claim":
      return { ...command, evidence: null, note: null }
    case "finish":
      return { ...command, evidence: command.evidence ?? null, note: null }
    case "cancel_action": {
      const { reason = null, ...rest } = command
      return { ...rest, evidence: null, note: reason }
    }
    case "hand_off":
      return { ...command, note: command.note ?? null }
  }
}

export const MessagingHandlers = handlersOf(
  OperatorApi,
  "operatorMessaging"
)({
  readOperatorMessaging: Effect.fnUntraced(function* ({ query: parameters }) {
    const query = yield* queryOf(parameters)
    // All syntax is checked before the permission (REQUIREMENTS 0.3); a single Action has no pages.
    if (query.view !== "events" && !(query.view === "actions" && query.id !== undefined)) {
      yield* requireIssued(query.before)
    }
    yield* requirePermissions([guestsRead])
    return yield* readOperatorMessaging(query)
  }),
  commandAction: {
    staged: Effect.fnUntraced(function* ({ headers, payload, query: { scope } }, once) {
      const reader = yield* openWorkspace(scope)
      const { id: requestId } = yield* RequestFacts
      const command = commandOf(payload)
      return yield* once(commandAction(reader, command, { idempotencyKey: headers["idempotency-key"], requestId }))
    })
  }
})
