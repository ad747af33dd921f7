import { ActionId } from "../../src/domain/actions/Action.ts"
import { OperatorId } from "../../src/domain/operators/Operator.ts"
import { scanRows } from "../../src/domain/messaging/scanPage.ts"
import { WorkspaceId } from "../../src/domain/messaging/Workspace.ts"
import { makeActionsSql } from "../../src/sql/repositories/ActionsSql.ts"
import { makeAttentionItemsSql } from "../../src/sql/repositories/AttentionItemsSql.ts"
import { makeCommentsSql } from "../../src/sql/repositories/CommentsSql.ts"
import { makeConversationsSql } from "../../src/sql/repositories/ConversationsSql.ts"
import { makeMessagesSql } from "../../src/sql/repositories/MessagesSql.ts"
import { makeMessagingEventsSql } from "../../src/sql/repositories/MessagingEventsSql.ts"
import { makePrivateAnswersSql } from "../../src/sql/repositories/PrivateAnswersSql.ts"
import { makeReactionsSql } from "../../src/sql/repositories/ReactionsSql.ts"
import { breadth } from "./breadth.ts"
import { type Listing, listing, now, organizationId } from "./listing.ts"

const workspaceId = WorkspaceId.make(breadth.workspace)
const operatorId = OperatorId.make(breadth.base + 1)
const sight = { audienceWorkspace: true, audienceTeamIds: [], readsSensitive: true }
const scan = { workspaceId, organizationId, before: undefined, limit: scanRows }
const comments = { workspaceId, actionId: null, messageId: null, before: undefined, limit: 50 }

/** Listings of a workspace for operators, assistants and integrations. */
export const talkListings: ReadonlyArray<Listing> = [
  listing(makeConversationsSql, "threads", (conversations) =>
    conversations.list({ workspaceId, sight, after: undefined, limit: scanRows })
  ),
  listing(makeMessagesSql, "a thread", (messages) => messages.listThread({ ...scan, guest: "bench-visitor-0" })),
  listing(makeActionsSql, "Actions", (actions) => actions.list(scan)),
  listing(makeActionsSql, "Actions in a state", (actions) => actions.list({ ...scan, state: "owned" })),
  listing(makeActionsSql, "Actions of a guest", (actions) => actions.list({ ...scan, guest: "bench-guest-3" })),
  listing(makeMessagingEventsSql, "events", (events) =>
    events.list({ workspaceId, organizationId, guest: undefined, after: 0, limit: scanRows })
  ),
  listing(makeMessagingEventsSql, "events near the head", (events, { rows }) =>
    events.list({ workspaceId, organizationId, guest: undefined, after: rows - 200, limit: scanRows })
  ),
  listing(makeActionsSql, "state: Actions", (actions) => actions.countByState(workspaceId, sight)),
  listing(makeAttentionItemsSql, "state: attention", (items) =>
    items.countOpen({ operatorId, workspaceId }, sight, now)
  ),
  listing(makeCommentsSql, "comments on an Action", (views) =>
    views.list({ ...comments, actionId: ActionId.make(breadth.actionBase) })
  ),
  listing(makeCommentsSql, "comments on a message", (views) =>
    views.list({ ...comments, messageId: breadth.talkBase })
  ),
  listing(makeCommentsSql, "latest comments in a thread", (views) =>
    views.listLatest(workspaceId, ["bench-message-0", "bench-message-5", "bench-message-10"], 3)
  ),
  listing(makeAttentionItemsSql, "attention", (items) =>
    items.list({ operatorId, workspaceId, before: undefined, limit: scanRows })
  ),
  listing(makeReactionsSql, "reactions", (reactions) =>
    reactions.list({ workspaceId, messageId: undefined, before: undefined, limit: scanRows })
  ),
  listing(makeReactionsSql, "reactions to a message", (reactions) =>
    reactions.list({ workspaceId, messageId: breadth.talkBase, before: undefined, limit: 50 })
  ),
  listing(makePrivateAnswersSql, "private AI", (answers) =>
    answers.list({ workspaceId, operatorId, before: undefined, limit: scanRows })
  )
]
