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
import { SubjectType } from "../../domain/collaboration/Subjects.ts"
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
import { withDefault } from "../surface/withDefault.ts"
import { OperatorCollaborationCommand } from "./OperatorCollaborationCommand.ts"
import { OrganizationPath, scopeQuery } from "./parameters.ts"
import { problem } from "./problem.ts"
import { read, write } from "./verbs.ts"

/** What operators need for each command, all of it. */
export const permissionsFor = { ...requiredPermissionsOf, ...privateAiPermissions }

const byCommand = Object.fromEntries(
  Object.entries(permissionsFor).map(([type, permissions]) => [type, permissions.join(",")])
)

export class CollaborationGroup extends HttpApiGroup.make("collaboration")
  .add(
    read.get("readCollaboration", "/orgs/:orgId/collaboration", {
      permissions: [guestsRead],
      params: OrganizationPath,
      query: {
        scope: scopeQuery,
        view: withDefault(Schema.Literals(["state", "comments", "attention", "reactions", "private_ai"]), "state").pipe(
          Schema.annotateEncoded({ description: "What to read" })
        ),
        subjectType: withDefault(SubjectType, "message").pipe(
          Schema.annotateEncoded({ description: "What the comments are about, for view=comments" })
        ),
        subjectId: Schema.optionalKey(Selector).annotateKey({
          description:
            "Id of the Action or message; required for view=comments, for view=reactions a message as a filter"
        }),
        before: Schema.optionalKey(Selector).annotateKey({ description: "The nextCursor of the previous page" })
      },
      success: Schema.Union([CollaborationState, CommentsPage, AttentionPage, ReactionsPage, PrivateAnswersPage]),
      errors: [
        problem(ParameterMissing),
        problem(CursorInvalid),
        problem(CursorConflict),
        problem(WorkspaceMissing),
        problem(SubjectMissing)
      ],
      summary: "What operators tell each other in a workspace",
      description: [
        "Counts of the Actions by state and of what waits for the operator, the comments on an Action or a message, the",
        "operator's own attention items, the reactions to messages, or what the operator asked the assistant in private,",
        "which no other operator sees. Nothing of it is seen by integrations or guests.",
        "A page of attention items, reactions or private answers scans up to 100 and then omits those about what the operator does not see",
        "now, so it can be empty although more pages follow: follow `nextCursor` until it is null."
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
      summary: "Comment, react, attend to what waits, or ask the assistant",
      description: [
        "Posts, edits or deletes a comment, puts an emoji to a message, or puts off or marks as read what waits for the",
        "operator. A mention draws the attention of the operator it names. Comments are edited and deleted by their authors",
        "alone. Asks the assistant about a guest or an Action, in private, or publishes its answer once, into the thread of the",
        "guest that was asked about and sent to nobody. Comments and publications also need hub:organizations:manage; the",
        "rest is the operator's own and needs read access."
      ].join(" ")
    })
  )
  .annotateMerge(
    OpenApi.annotations({
      title: "Collaboration",
      description: "Comments, reactions and attention items of operators, and what they ask the assistant in private"
    })
  ) {}
