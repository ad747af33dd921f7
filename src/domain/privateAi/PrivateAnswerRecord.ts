import { Schema } from "effect"
import { audienceCovers } from "../messaging/audienceCovers.ts"
import type { Audiences } from "../messaging/Reader.ts"
import { Instant } from "../shared/Instant.ts"
import type { ScannedAnswer } from "./PrivateAnswers.ts"

/** A private question and its answer, as the operator who asked sees it (INT-013, INT-015). */
export const PrivateAnswerRecord = Schema.Struct({
  id: Schema.String.annotateKey({ description: "Id of the private answer" }),
  kind: Schema.Literals(["question", "consultation"]).annotateKey({
    description: "Whether it was asked here or in a chat consultation"
  }),
  guestId: Schema.NullOr(Schema.String).annotateKey({
    description: "Canonical id of the guest it is about; null if none"
  }),
  actionId: Schema.NullOr(Schema.String).annotateKey({ description: "The Action it is about; null if none" }),
  question: Schema.String.annotateKey({ description: "The question" }),
  answer: Schema.String.annotateKey({ description: "The assistant's answer" }),
  askedAt: Instant.annotateKey({ description: "When it was asked" }),
  answeredAt: Instant.annotateKey({ description: "When it was answered" }),
  published: Schema.NullOr(
    Schema.Struct({
      messageId: Schema.String.annotateKey({ description: "Id of the message in the guest's thread" }),
      publishedAt: Instant.annotateKey({ description: "When it was published" })
    })
  ).annotateKey({ description: "The message that publishes it; null while it is private" })
}).annotate({ identifier: "PrivateAnswerRecord" })
export type PrivateAnswerRecord = typeof PrivateAnswerRecord.Type

/**
 * Whether the operator may still read an answer: depends on its audience and on the current audience of its Action
 * (A-73, A-158).
 */
export const answerVisible = (reader: Audiences, answer: ScannedAnswer): boolean =>
  audienceCovers(reader, answer) && (answer.action === null || audienceCovers(reader, answer.action))

/** The answer as its operator sees it. */
export const toPrivateAnswerRecord = (scanned: ScannedAnswer): PrivateAnswerRecord => ({
  id: scanned.id,
  kind: scanned.consultationId === null ? "question" : "consultation",
  guestId: scanned.guestId,
  actionId: scanned.action === null ? null : scanned.action.id,
  question: scanned.question,
  answer: scanned.answer,
  askedAt: scanned.askedAt,
  answeredAt: scanned.answeredAt,
  published:
    scanned.publishedId === null || scanned.publishedAt === null
      ? null
      : { messageId: scanned.publishedId, publishedAt: scanned.publishedAt }
})
