import { Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { OwnerCandidates } from "../actions/OwnerCandidates.ts"
import type { Reader } from "../messaging/Reader.ts"
import { guestsRead } from "../operators/operatorPermissions.ts"
import { MentionRefused } from "./CollaborationErrors.ts"
import type { Mention } from "./Comments.ts"
import type { ScannedSubject } from "./Subjects.ts"
import { subjectVisible } from "./subjectVisible.ts"

const findOne = Effect.fnUntraced(function* (
  { organizationId }: Reader,
  subject: ScannedSubject,
  { field, xid }: { readonly xid: string; readonly field: string }
) {
  const candidates = yield* OwnerCandidates
  const random = yield* SecureRandom.SecureRandom
  const operator = yield* candidates.findOperator(organizationId, xid)
  const canSee = Option.exists(
    operator,
    ({ permissions, status, teamIds }) =>
      status === "active" &&
      permissions.includes(guestsRead) &&
      subjectVisible({ audienceWorkspace: true, audienceTeamIds: teamIds, readsSensitive: true }, subject)
  )
  if (Option.isNone(operator) || !canSee) return yield* new MentionRefused({ field })
  return { operatorId: operator.value.id, attentionXid: yield* random.uuidV7() } satisfies Mention
})

/**
 * Resolves the operators that a comment mentions, by external id; duplicates count once. Fails with `MentionRefused`
 * for one who is unknown, inactive, or does not see the subject, indistinguishably.
 */
export const findMentioned = (reader: Reader, subject: ScannedSubject, xids: ReadonlyArray<string>) =>
  // Sorted, to avoid deadlocks: the rows stay locked until the comment is stored.
  Effect.forEach([...new Set(xids)].toSorted(), (xid) =>
    findOne(reader, subject, { xid, field: `mentions[${xids.indexOf(xid)}]` })
  )
