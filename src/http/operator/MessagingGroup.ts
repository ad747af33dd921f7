import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { ActionState } from "../../domain/actions/Action.ts"
import {
  ActionAlreadyOwned,
  ActionClosed,
  ActionMissing,
  ActionNotOwned,
  OwnerRefused,
  VersionConflict
} from "../../domain/actions/ActionErrors.ts"
import { OperatorActionResult } from "../../domain/actions/OperatorActionResult.ts"
import { ActionsPage } from "../../domain/actions/readActions.ts"
import { EventCursorExpired, GuestMissing } from "../../domain/messaging/MessagingErrors.ts"
import { EventsPage } from "../../domain/messaging/readEvents.ts"
import { ConversationsPage, OperatorThreadPage } from "../../domain/messaging/readOperatorMessaging.ts"
import { Selector } from "../../domain/messaging/Workspace.ts"
import { WorkspaceMissing } from "../../domain/operators/OperatorErrors.ts"
import { guestsRead, organizationsManage } from "../../domain/operators/operatorPermissions.ts"
import { CursorConflict, CursorInvalid } from "../../domain/shared/Cursors.ts"
import { QueryInt } from "../surface/schemas/queryParameters.ts"
import { ParameterMissing } from "../surface/RequestErrors.ts"
import { withDefault } from "../surface/schemas/withDefault.ts"
import { OperatorActionCommand } from "./OperatorActionCommand.ts"
import { OrganizationPath, scopeQuery } from "./parameters.ts"
import { problem } from "./problem.ts"
import { read, write } from "./verbs.ts"

const selector = (description: string) => Schema.optionalKey(Selector).annotateKey({ description })

export class MessagingGroup extends HttpApiGroup.make("operatorMessaging")
  .add(
    read.get("readOperatorMessaging", "/orgs/:orgId/messaging", {
      permissions: { inOperation: [guestsRead] },
      params: OrganizationPath,
      query: {
        scope: scopeQuery,
        view: withDefault(Schema.Literals(["threads", "thread", "actions", "events"]), "actions").pipe(
          Schema.annotateEncoded({ description: "Kind of records to read" })
        ),
        guest: selector("Canonical guest id. Required for `view=thread`; filters actions and events."),
        id: selector("Id of a single Action, for `view=actions`; 404 unless it matches the other filters"),
        state: Schema.optionalKey(ActionState).annotateKey({ description: "Only Actions in this state" }),
        owner: Schema.optionalKey(Schema.Literal("me")).annotateKey({
          description: "Only Actions that the operator owns"
        }),
        team: selector("Only Actions addressed to this team"),
        before: selector("`nextCursor` of the previous page"),
        after: withDefault(QueryInt(0, Number.MAX_SAFE_INTEGER), 0).pipe(
          Schema.annotateEncoded({ description: "`nextAfter` of the previous events page" })
        )
      },
      success: Schema.Union([ConversationsPage, OperatorThreadPage, ActionsPage, EventsPage]),
      errors: [
        problem(ParameterMissing),
        problem(CursorInvalid),
        problem(CursorConflict),
        problem(WorkspaceMissing),
        problem(GuestMissing),
        problem(ActionMissing),
        problem(EventCursorExpired)
      ],
      summary: "Read a view of a workspace",
      description: [
        "Returns the conversations of a workspace, a guest's thread, the Actions, or the change events after a",
        "sequence number. A page scans up to 100 records and omits those the operator may not see, so it can be empty",
        "even though more pages follow. Follow `nextCursor` until it is null. A team's records are visible only to its",
        "members."
      ].join(" ")
    }),
    write.post("commandAction", "/orgs/:orgId/messaging", {
      permissions: [guestsRead, organizationsManage],
      params: OrganizationPath,
      query: { scope: scopeQuery },
      payload: OperatorActionCommand,
      success: OperatorActionResult,
      errors: [
        problem(ParameterMissing),
        problem(WorkspaceMissing),
        problem(ActionMissing),
        problem(OwnerRefused),
        problem(ActionClosed),
        problem(ActionAlreadyOwned),
        problem(ActionNotOwned),
        problem(VersionConflict)
      ],
      summary: "Create, claim, finish, cancel or hand off an Action",
      description: [
        "Creates an Action, or changes one on behalf of the operator, provided that its version is still",
        "`expectedVersion`. Nothing is sent to the guest and no offer is fulfilled. Integrations and assistants follow",
        "the same rules: of several concurrent claims, exactly one succeeds."
      ].join(" ")
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Messaging", description: "Conversations, Actions and change events of a workspace" })
  ) {}
