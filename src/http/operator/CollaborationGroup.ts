import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import {
  AttentionMissing,
  CommentMissing,
  CommentOfAnother,
  MentionRefused,
  SnoozeRefused,
  SubjectMissing
} from "../../domain/collaboration/CollaborationErrors.ts"
import { CollaborationResult } from "../../domain/collaboration/CollaborationCommand.ts"
import { requiredPermissionsOf } from "../../domain/collaboration/commandCollaboration.ts"
import { AttentionPage } from "../../domain/collaboration/readAttention.ts"
import { CollaborationState } from "../../domain/collaboration/readCollaboration.ts"
import { CommentsPage } from "../../domain/collaboration/readComments.ts"
import { ReactionsPage } from "../../domain/collaboration/readReactions.ts"
import { ActionMissing } from "../../domain/actions/ActionErrors.ts"
import { GuestMissing } from "../../domain/messaging/MessagingErrors.ts"
import { AskPrivatelyCommand, PublishAiAnswerCommand } from "../../domain/privateAi/AskPrivatelyCommand.ts"
import { PrivateAiResult, privateAiPermissions } from "../../domain/privateAi/commandPrivateAi.ts"
import { PrivateAnswersPage } from "../../domain/privateAi/listPrivateAnswers.ts"
import {
  AlreadyPublished,
  AskedAboutNoGuest,
  AssistantUnavailable,
  PrivateAnswerMissing
} from "../../domain/privateAi/PrivateAiErrors.ts"
import { Selector } from "../../domain/messaging/Workspace.ts"
import { WorkspaceMissing } from "../../domain/operators/OperatorErrors.ts"
import { guestsRead } from "../../domain/operators/operatorPermissions.ts"
import { CursorConflict, CursorInvalid } from "../../domain/shared/Cursors.ts"
import { ParameterMissing } from "../surface/RequestErrors.ts"
import { withDefault } from "../surface/schemas/withDefault.ts"
import { OperatorCollaborationCommand } from "./OperatorCollaborationCommand.ts"
import { OrganizationPath, scopeQuery } from "./parameters.ts"
import { problem } from "./problem.ts"
import { read, write } from "./verbs.ts"

/** The permissions that each command requires, all of them. */
export const permissionsFor = { ...requiredPermissionsOf, ...privateAiPermissions }

const byCommand = Object.fromEntries(
  Object.entries(permissionsFor).map(([type, permissions]) => [type, permissions.join(",")])
)

export class CollaborationGroup extends HttpApiGroup.make("collaboration")
  .add(
    read.get("readCollaboration", "/orgs/:orgId/collaboration", {
      permissions: { inOperation: [guestsRead] },
      params: OrganizationPath,
      query: {
        scope: scopeQuery,
        view: withDefault(Schema.Literals(["state", "comments", "attention", "reactions", "private_ai"]), "state").pipe(
          Schema.annotateEncoded({ description: "Kind of records to read" })
        ),
        subject: Schema.optionalKey(Selector).annotateKey({
          description:
            "Id of the Action or message. Required for `view=comments`; for `view=reactions`, filters by message."
        }),
        before: Schema.optionalKey(Selector).annotateKey({ description: "`nextCursor` of the previous page" })
      },
      success: Schema.Union([CollaborationState, CommentsPage, AttentionPage, ReactionsPage, PrivateAnswersPage]),
      errors: [
        problem(ParameterMissing),
        problem(CursorInvalid),
        problem(CursorConflict),
        problem(WorkspaceMissing),
        problem(SubjectMissing)
      ],
      summary: "Read operator collaboration in a workspace",
      description: [
        "Returns the counts of Actions by state and of open attention items, the comments on an Action or message, the",
        "operator's own attention items, the reactions to messages, or the operator's private questions to the",
        "assistant, which no other operator can see. None of this is visible to integrations or guests. A page of",
        "attention items, reactions or private answers scans up to 100 records and omits those whose subject the",
        "operator cannot currently see, so it can be empty even though more pages follow. Follow `nextCursor` until it",
        "is null."
      ].join(" ")
    }),
    write.post("commandCollaboration", "/orgs/:orgId/collaboration", {
      permissions: { byRequest: byCommand },
      params: OrganizationPath,
      query: { scope: scopeQuery },
      payload: Schema.Union([...OperatorCollaborationCommand.members, AskPrivatelyCommand, PublishAiAnswerCommand]),
      success: Schema.Union([...CollaborationResult.members, PrivateAiResult]),
      errors: [
        problem(ParameterMissing),
        problem(WorkspaceMissing),
        problem(SubjectMissing),
        problem(CommentMissing),
        problem(CommentOfAnother),
        problem(MentionRefused),
        problem(AttentionMissing),
        problem(SnoozeRefused),
        problem(ActionMissing),
        problem(GuestMissing),
        problem(PrivateAnswerMissing),
        problem(AskedAboutNoGuest),
        problem(AlreadyPublished),
        problem(AssistantUnavailable)
      ],
      summary: "Comment, react, handle attention items, or ask the assistant",
      description: [
        "Posts, edits or deletes a comment, reacts to a message with an emoji, snoozes an attention item or marks it",
        "as read, or asks the assistant privately about a guest, an Action, or else the open Actions. A mention creates",
        "an attention item for the mentioned operator. Only authors can edit or delete their comments. A private answer can be published",
        "once to the thread of the guest it is about; it is not sent to the guest. Comments and publications also",
        "require hub:organizations:manage; everything else concerns only the operator and requires read access."
      ].join(" ")
    })
  )
  .annotateMerge(
    OpenApi.annotations({
      title: "Collaboration",
      description: "Comments, reactions and attention items of operators, and their private questions to the assistant"
    })
  ) {}
