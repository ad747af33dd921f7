import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { type OperatorCandidate, OwnerCandidates } from "../actions/OwnerCandidates.ts"
import type { Reader } from "../messaging/Reader.ts"
import { guestsRead } from "../operators/operatorPermissions.ts"
import { MentionRefused } from "./CollaborationErrors.ts"
import type { Mention } from "./Comments.ts"
import type { ScannedSubject } from "./Subjects.ts"
import { subjectVisible } from "./subjectVisible.ts"

const canSee = ({ permissions, status, teamIds }: OperatorCandidate, subject: ScannedSubject) =>
  status === "active" &&
  permissions.includes(guestsRead) &&
  subjectVisible({ audienceWorkspace: true, audienceTeamIds: teamIds, readsSensitive: true }, subject)

/**
 * Resolves the operators that a comment mentions, by external id; duplicates count once. Fails with `MentionRefused`
 * for one who is unknown, inactive, or does not see the subject, indistinguishably. The operators stay locked
 * until the comment is stored.
 */
export const findMentioned = Effect.fnUntraced(function* (
  { organizationId }: Reader,
  subject: ScannedSubject,
  xids: ReadonlyArray<string>
) {
  if (xids.length === 0) return []
  const random = yield* SecureRandom.SecureRandom
  const candidates = yield* OwnerCandidates.use((all) => all.listOperators(organizationId, xids))
  return yield* Effect.forEach(
    new Set(xids),
    Effect.fnUntraced(function* (xid) {
      const operator = candidates.find((candidate) => candidate.xid === xid)
      if (operator === undefined || !canSee(operator, subject)) {
        return yield* new MentionRefused({ field: `mentions[${xids.indexOf(xid)}]` })
      }
      return { operatorId: operator.id, attentionXid: yield* random.uuidV7() } satisfies Mention
    })
  )
})
