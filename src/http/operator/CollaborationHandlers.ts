import { Effect } from "effect"
import { requirePermissions } from "../../domain/access/requirePermissions.ts"
import type { CollaborationCommand } from "../../domain/collaboration/CollaborationCommand.ts"
import { commandCollaboration } from "../../domain/collaboration/commandCollaboration.ts"
import { type CollaborationQuery, readCollaboration } from "../../domain/collaboration/readCollaboration.ts"
import { requireIssued } from "../../domain/messaging/scanPage.ts"
import { guestsRead } from "../../domain/operators/operatorPermissions.ts"
import { openWorkspace } from "../../domain/operators/openWorkspace.ts"
import { commandPrivateAi } from "../../domain/privateAi/commandPrivateAi.ts"
import { handlersOf } from "../surface/handlers.ts"
import { ParameterMissing } from "../surface/RequestErrors.ts"
import { permissionsFor } from "./CollaborationGroup.ts"
import type { OperatorCollaborationCommand } from "./OperatorCollaborationCommand.ts"
import { OperatorApi } from "./OperatorApi.ts"

interface Parameters {
  readonly view: CollaborationQuery["view"]
  readonly scope: string
  readonly subject?: string
  readonly before?: string
}

const subjectMissing = new ParameterMissing({
  issues: [{ field: "subject", in: "query", message: "Required for view=comments" }]
})

/** The query for the requested view. Parameters of other views are validated, then ignored. */
const queryOf = ({ before, scope, subject, view }: Parameters): Effect.Effect<CollaborationQuery, ParameterMissing> => {
  if (view === "state") return Effect.succeed({ view, scope })
  if (view === "attention" || view === "private_ai") return Effect.succeed({ view, scope, before })
  if (view === "reactions") return Effect.succeed({ view, scope, messageId: subject, before })
  return subject === undefined
    ? Effect.fail(subjectMissing)
    : Effect.succeed({ view, scope, subject: { id: subject }, before })
}

/** The command with defaults for absent fields; null counts as absent. */
const commandOf = (command: OperatorCollaborationCommand): CollaborationCommand => {
  switch (command.type) {
    case "post_comment":
      return { ...command, mentions: command.mentions ?? [] }
    case "react":
      return { ...command, remove: command.remove ?? false }
    default:
      return command
  }
}

export const CollaborationHandlers = handlersOf(
  OperatorApi,
  "collaboration"
)({
  readCollaboration: Effect.fnUntraced(function* ({ query: parameters }) {
    const query = yield* queryOf(parameters)
    // All syntax is checked before the permission (REQUIREMENTS 0.3).
    if (query.view !== "state") yield* requireIssued(query.before)
    yield* requirePermissions([guestsRead])
    return yield* readCollaboration(query)
  }),
  commandCollaboration: {
    staged: Effect.fnUntraced(function* ({ payload, query: { scope } }, once) {
      yield* requirePermissions(permissionsFor[payload.type])
      const reader = yield* openWorkspace(scope)
      if (payload.type === "ask_privately" || payload.type === "publish_ai_answer") {
        const { ahead, write } = yield* commandPrivateAi(reader, payload)
        return yield* once(write, { ahead })
      }
      return yield* once(commandCollaboration(reader, commandOf(payload)))
    })
  }
})
