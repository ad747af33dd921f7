import { DateTime, Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { audit } from "../audit/audit.ts"
import type { Addressee } from "../messaging/audienceCovers.ts"
import type { Reader } from "../messaging/Reader.ts"
import { OperatorCaller } from "../operators/OperatorCaller.ts"
import { AlreadyPublished, AskedAboutNoGuest, PrivateAnswerMissing } from "./PrivateAiErrors.ts"
import { answerVisible, toPrivateAnswerRecord } from "./PrivateAnswerRecord.ts"
import { PrivateAnswers, type ScannedAnswer } from "./PrivateAnswers.ts"

/** The author of a published answer, as shown in threads. */
const authorName = "Assistant"

/** An answer stays within its own audience and the current audience of its Action. */
const addresseeOf = ({ action, audienceKind, teamId }: ScannedAnswer): Addressee =>
  audienceKind === "workspace" && action !== null
    ? { audienceKind: action.audienceKind, teamId: action.teamId }
    : { audienceKind, teamId }

/**
 * Publishes an answer of the calling operator into the thread of the guest it is about, once; it is stored but not
 * delivered (INT-009, INT-015, A-159). Runs in the caller's transaction; the workspace's counter is locked last.
 */
export const publishAiAnswer = Effect.fnUntraced(function* (reader: Reader, privateAnswerId: string) {
  const { operator } = yield* OperatorCaller
  const owner = { workspaceId: reader.workspace.id, operatorId: operator.id }
  const answers = yield* PrivateAnswers
  const stored = yield* answers.find(owner, privateAnswerId)
  if (Option.isNone(stored) || !answerVisible(reader, stored.value)) return yield* new PrivateAnswerMissing()
  const answer = stored.value
  if (answer.guestId === null) return yield* new AskedAboutNoGuest()
  if (answer.publishedId !== null) return yield* new AlreadyPublished()

  const random = yield* SecureRandom.SecureRandom
  const occurredAt = yield* DateTime.now
  const messageXid = yield* random.uuidV7()
  // The audit entry comes first, so that it is sent together with the statement that takes the locks.
  yield* audit({
    organizationId: reader.organizationId,
    action: "private_ai.published",
    subject: `private_answer:${privateAnswerId}`,
    before: null,
    after: { messageId: messageXid, guestId: answer.guestId }
  })
  yield* answers.insertPublication({
    ...owner,
    ...addresseeOf(answer),
    seq: answer.seq,
    messageXid,
    authorName,
    eventXid: yield* random.uuidV7(),
    actorId: operator.xid,
    occurredAt
  })
  return toPrivateAnswerRecord({ ...answer, publishedId: messageXid, publishedAt: DateTime.formatIso(occurredAt) })
})
