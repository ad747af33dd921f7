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
  const found = yield* candidates.findOperator(organizationId, xid)
  const seesIt = Option.exists(
    found,
    ({ permissions, status, teamIds }) =>
      status === "active" &&
      permissions.includes(guestsRead) &&
      subjectVisible({ audienceWorkspace: true, audienceTeamIds: teamIds, readsSensitive: true }, subject)
  )
  if (Option.isNone(found) || !seesIt) return yield* new MentionRefused({ field })
  return { operatorId: found.value.id, attentionXid: yield* random.uuidV7() } satisfies Mention
})

/**
 * The operators that a comment mentions, by external id; repeated ones count once. One who is unknown, inactive, or does
 * not see the subject is refused, alike.
 */
export const findMentioned = (reader: Reader, subject: ScannedSubject, xids: ReadonlyArray<string>) =>
  // In one order everywhere, because the rows are locked until the comment is stored.
  Effect.forEach([...new Set(xids)].toSorted(), (xid) =>
    findOne(reader, subject, { xid, field: `mentions[${xids.indexOf(xid)}]` })
  )
