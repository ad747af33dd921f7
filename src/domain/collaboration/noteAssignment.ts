import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import type { ActionOwner } from "../actions/ActionOwner.ts"
import type { Reader } from "../messaging/Reader.ts"
import { AttentionItems } from "./AttentionItems.ts"

/**
 * Creates an attention item for an operator who was assigned an Action by another one, by hand-off or at its creation;
 * self-assignments create none. Runs in the caller's transaction.
 */
export const noteAssignment = Effect.fnUntraced(function* (
  { workspace }: Reader,
  from: ActionOwner,
  to: ActionOwner,
  action: string
) {
  if (from.kind !== "operator" || to.kind !== "operator" || from.id === to.id) return
  const xid = yield* SecureRandom.SecureRandom.use((random) => random.uuidV7())
  const createdAt = yield* DateTime.now
  yield* AttentionItems.use((items) =>
    items.insertAssignment({
      action,
      xid,
      workspaceId: workspace.id,
      operatorId: to.id,
      fromOperatorId: from.id,
      createdAt
    })
  )
})
