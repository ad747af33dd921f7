import { Schema } from "effect"
import { audienceCovers } from "../messaging/audienceCovers.ts"
import type { Audiences } from "../messaging/Reader.ts"
import { Instant } from "../shared/Instant.ts"
import type { ScannedAnswer } from "./PrivateAnswers.ts"

/** A private question and its answer, as the operator who asked sees it (INT-013, INT-015). */
export const PrivateAnswerRecord = Schema.Struct({
  id: Schema.String.annotateKey({ description: "Id of the private answer" }),
  kind: Schema.Literals(["question", "consultation"]).annotateKey({
    description: "Whether it was asked here, or is a turn of a consultation in a chat"
  }),
  guestId: Schema.NullOr(Schema.String).annotateKey({
    description: "Canonical id of the guest it is about; null for none"
  }),
  actionId: Schema.NullOr(Schema.String).annotateKey({ description: "The Action it is about; null for none" }),
  question: Schema.String.annotateKey({ description: "What was asked" }),
  answer: Schema.String.annotateKey({ description: "What the assistant answered" }),
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
 * Whether the operator may still read an answer: what it was made of decides, and its Action as it is now, like
 * everything else that is read.
 */
export const answerVisible = (reader: Audiences, answer: ScannedAnswer): boolean =>
  audienceCovers(reader, answer) && (answer.action === null || audienceCovers(reader, answer.action))

/** The answer as its operator sees it. */
export const toPrivateAnswerRecord = (of: ScannedAnswer): PrivateAnswerRecord => ({
  id: of.id,
  kind: of.consultationId === null ? "question" : "consultation",
  guestId: of.guestId,
  actionId: of.action === null ? null : of.action.id,
  question: of.question,
  answer: of.answer,
  askedAt: of.askedAt,
  answeredAt: of.answeredAt,
  published:
    of.publishedId === null || of.publishedAt === null
      ? null
      : { messageId: of.publishedId, publishedAt: of.publishedAt }
})
