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
import { QueryInt } from "../surface/queryParameters.ts"
import { ParameterMissing } from "../surface/RequestErrors.ts"
import { withDefault } from "../surface/withDefault.ts"
import { OperatorActionCommand } from "./OperatorActionCommand.ts"
import { OrganizationPath, scopeQuery } from "./parameters.ts"
import { problem } from "./problem.ts"
import { read, write } from "./verbs.ts"

const selector = (description: string) => Schema.optionalKey(Selector).annotateKey({ description })

export class MessagingGroup extends HttpApiGroup.make("operatorMessaging")
  .add(
    read.get("readOperatorMessaging", "/orgs/:orgId/messaging", {
      permissions: [guestsRead],
      params: OrganizationPath,
      query: {
        scope: scopeQuery,
        view: withDefault(Schema.Literals(["threads", "thread", "actions", "events"]), "actions").pipe(
          Schema.annotateEncoded({ description: "What to read" })
        ),
        guest: selector("Canonical guest id; required for view=thread, a filter for actions and events"),
        id: selector("Id of a single Action, for view=actions"),
        state: Schema.optionalKey(ActionState).annotateKey({ description: "Only Actions in this state" }),
        owner: Schema.optionalKey(Schema.Literal("me")).annotateKey({
          description: "Only Actions that the operator owns"
        }),
        team: selector("Only Actions addressed to this team"),
        before: selector("The nextCursor of the previous page"),
        after: withDefault(QueryInt(0, Number.MAX_SAFE_INTEGER), 0).pipe(
          Schema.annotateEncoded({ description: "The nextAfter of the previous events page" })
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
      summary: "One view of a workspace",
      description: [
        "The conversations of a workspace, one guest's thread, the Actions, or the change events after a sequence number.",
        "A page scans up to 100 records and then omits those that are not for the operator, so it can be empty although",
        "more pages follow: follow `nextCursor` until it is null. A team's records are for its members alone."
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
        "Changes an Action on behalf of the operator, provided it still has `expectedVersion`, or makes a new one. Nothing",
        "is delivered to the guest and nothing is fulfilled. Integrations and assistants meet the same rules: of several",
        "who claim an Action one gets it."
      ].join(" ")
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Messaging", description: "Conversations, Actions and change events of a workspace" })
  ) {}
