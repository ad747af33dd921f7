import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { ActionCommand } from "../../domain/actions/ActionCommand.ts"
import {
  ActionAlreadyOwned,
  ActionClosed,
  ActionMissing,
  ActionNotOwned,
  VersionConflict
} from "../../domain/actions/ActionErrors.ts"
import { ActionResult } from "../../domain/actions/ActionResult.ts"
import { ActionsPage } from "../../domain/actions/readActions.ts"
import { transitions } from "../../domain/actions/transitions.ts"
import { MessagingDisabled } from "../../domain/messaging/MessagingDisabled.ts"
import {
  EventCursorExpired,
  GrantInactive,
  GrantRequired,
  GuestMissing,
  UnderlyingPermissionRequired,
  WorkspaceNotGranted
} from "../../domain/messaging/MessagingErrors.ts"
import { EventsPage } from "../../domain/messaging/readEvents.ts"
import { ThreadPage } from "../../domain/messaging/readThread.ts"
import { Selector } from "../../domain/messaging/Workspace.ts"
import { CursorConflict, CursorInvalid } from "../../domain/shared/Cursors.ts"
import { QueryInt } from "../surface/schemas/queryParameters.ts"
import { withDefault } from "../surface/schemas/withDefault.ts"
import { ParameterMissing } from "../surface/RequestErrors.ts"
import { problem } from "./problem.ts"
import { read, write } from "./verbs.ts"

const scope = Selector.annotateKey({
  description: "Id of the workspace granted to the integration; must match exactly"
})

const selector = (description: string) => Schema.optionalKey(Selector).annotateKey({ description })

/** Failures of the grant check that precedes every access to a workspace. */
const grantProblems = [
  problem(ParameterMissing),
  problem(GrantRequired),
  problem(GrantInactive),
  problem(WorkspaceNotGranted),
  problem(MessagingDisabled)
] as const

export class MessagingGroup extends HttpApiGroup.make("messaging")
  .add(
    read.get("readMessaging", "/messaging", {
      permission: {
        byRequest: {
          "view=thread": "hub:api:threads:read",
          "view=actions": "hub:api:actions:read",
          "view=events": "hub:api:events:read, and hub:api:threads:read or hub:api:actions:read"
        }
      },
      query: {
        scope,
        view: withDefault(Schema.Literals(["thread", "actions", "events"]), "actions").pipe(
          Schema.annotateEncoded({ description: "Kind of records to read" })
        ),
        guest: selector("Canonical guest id. Required for `view=thread`; filters the other views."),
        id: selector("Id of a single Action, for `view=actions`"),
        before: selector("`nextCursor` of the previous thread or actions page"),
        after: withDefault(QueryInt(0, Number.MAX_SAFE_INTEGER), 0).pipe(
          Schema.annotateEncoded({ description: "`nextAfter` of the previous events page" })
        )
      },
      success: Schema.Union([ThreadPage, ActionsPage, EventsPage]),
      errors: [
        ...grantProblems,
        problem(CursorInvalid),
        problem(CursorConflict),
        problem(UnderlyingPermissionRequired),
        problem(GuestMissing),
        problem(ActionMissing),
        problem(EventCursorExpired)
      ],
      summary: "Read a view of a granted workspace",
      description: [
        "Returns a guest's thread or the workspace's Actions, newest first, or the change events after a sequence",
        "number. A page scans up to 100 records and omits those outside the grant's audience, so it can be empty even",
        "though more pages follow. Follow `nextCursor` until it is null; for events, keep polling with `nextAfter`."
      ].join(" ")
    }),
    write.post("transitionAction", "/messaging", {
      permission: {
        byRequest: {
          "type=claim": transitions.claim.permission,
          "type=finish": transitions.finish.permission,
          "type=cancel_action": transitions.cancel_action.permission
        }
      },
      query: { scope },
      payload: ActionCommand,
      success: ActionResult,
      errors: [
        ...grantProblems,
        problem(ActionMissing),
        problem(ActionClosed),
        problem(ActionAlreadyOwned),
        problem(ActionNotOwned),
        problem(VersionConflict)
      ],
      summary: "Claim, finish or cancel an Action",
      description: [
        "Changes the state of an Action on behalf of the calling integration, provided that its version is still",
        "`expectedVersion`. Nothing is sent to the guest and no offer is fulfilled. Read the Action again to get its",
        "new version."
      ].join(" ")
    })
  )
  .annotateMerge(
    OpenApi.annotations({
      title: "Messaging",
      description: "Messages, Actions and change events of one granted workspace"
    })
  ) {}
