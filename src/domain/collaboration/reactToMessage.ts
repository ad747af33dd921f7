import { DateTime, Effect } from "effect"
import { audit } from "../audit/audit.ts"
import type { Reader } from "../messaging/Reader.ts"
import { OperatorCaller } from "../operators/OperatorCaller.ts"
import { SubjectMissing } from "./CollaborationErrors.ts"
import { Reactions } from "./Reactions.ts"
import { visibleSubject } from "./subjectVisible.ts"

/** A reaction of the caller to a message, to set or remove. */
export interface ReactionDraft {
  readonly messageId: string
  readonly emoji: string
  readonly remove: boolean
}

/**
 * Sets or removes an emoji reaction on a message visible to the caller, in the caller's transaction (INT-008, INT-015).
 * A repetition changes nothing and is not audited.
 */
export const reactToMessage = Effect.fnUntraced(function* (
  reader: Reader,
  { emoji, messageId: xid, remove }: ReactionDraft
) {
  const { operator } = yield* OperatorCaller
  const reactions = yield* Reactions
  const { messageId } = yield* visibleSubject(reader, { type: "message", id: xid })
  if (messageId === null) return yield* new SubjectMissing()
  const reaction = { workspaceId: reader.workspace.id, messageId, operatorId: operator.id, emoji }
  const changed = remove
    ? yield* reactions.remove(reaction)
    : yield* reactions.insert({ ...reaction, createdAt: yield* DateTime.now })
  if (changed) {
    yield* audit({
      organizationId: reader.organizationId,
      action: remove ? "reaction.removed" : "reaction.added",
      subject: `message:${xid}`,
      before: null,
      after: { emoji }
    })
  }
  return { messageId: xid, emoji, isSet: !remove }
})
