import { DateTime, Effect, Schema } from "effect"
import type { ActionState } from "../actions/Action.ts"
import { Actions } from "../actions/Actions.ts"
import { OperatorCaller } from "../operators/OperatorCaller.ts"
import { openWorkspace } from "../operators/openWorkspace.ts"
import { listPrivateAnswers, type PrivateAnswersQuery } from "../privateAi/listPrivateAnswers.ts"
import { viewFields } from "../messaging/viewFields.ts"
import { AttentionItems } from "./AttentionItems.ts"
import { type AttentionQuery, listAttention } from "./readAttention.ts"
import { type CommentsQuery, listComments } from "./readComments.ts"
import { listReactions, type ReactionsQuery } from "./readReactions.ts"

const counted = (description: string) => Schema.Int.annotateKey({ description })

/** A summary of the workspace as one operator sees it, without presence information (INT-013). */
export const CollaborationState = Schema.Struct({
  ...viewFields("state"),
  actions: Schema.Struct({
    unowned: counted("Actions that may be claimed"),
    owned: counted("Actions that have an owner"),
    finished: counted("Finished Actions"),
    cancelled: counted("Cancelled Actions")
  }).annotateKey({ description: "Number of Actions visible to the operator, by state" }),
  attention: Schema.Int.annotateKey({ description: "Number of the operator's open attention items" })
}).annotate({ identifier: "CollaborationState" })

/** A query by view; each view accepts only its own parameters. */
export type CollaborationQuery =
  | { readonly view: "state"; readonly scope: string }
  | CommentsQuery
  | AttentionQuery
  | ReactionsQuery
  | PrivateAnswersQuery

/** Counts the Actions and attention items of the workspace visible to the calling operator. */
const readState = Effect.fnUntraced(function* (scope: string) {
  const reader = yield* openWorkspace(scope)
  const { operator } = yield* OperatorCaller
  const now = yield* DateTime.now
  const owner = { operatorId: operator.id, workspaceId: reader.workspace.id }
  const [counts, attention] = yield* Effect.all(
    [
      Actions.use((actions) => actions.countByState(reader.workspace.id, reader)),
      AttentionItems.use((items) => items.countOpen(owner, reader, now))
    ],
    { concurrency: "unbounded" }
  )
  const countOf = (state: ActionState) => counts.find((each) => each.state === state)?.count ?? 0
  const state: typeof CollaborationState.Type = {
    view: "state",
    scope,
    actions: {
      unowned: countOf("unowned"),
      owned: countOf("owned"),
      finished: countOf("finished"),
      cancelled: countOf("cancelled")
    },
    attention
  }
  return state
})

/** One view of the collaboration in a workspace (INT-013). */
export const readCollaboration = Effect.fnUntraced(function* (query: CollaborationQuery) {
  switch (query.view) {
    case "state":
      return yield* readState(query.scope)
    case "comments":
      return yield* listComments(query)
    case "attention":
      return yield* listAttention(query)
    case "reactions":
      return yield* listReactions(query)
    case "private_ai":
      return yield* listPrivateAnswers(query)
  }
})
