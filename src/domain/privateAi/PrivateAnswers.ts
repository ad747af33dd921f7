import { Context, type DateTime, type Effect, type Option, Schema } from "effect"
import { Addressee } from "../messaging/audienceCovers.ts"
import type { WorkspaceId } from "../messaging/Workspace.ts"
import type { OperatorId } from "../operators/Operator.ts"
import { Instant } from "../shared/Instant.ts"
import type { AlreadyPublished } from "./PrivateAiErrors.ts"
import { PrivateMessage, PrivateThread } from "./PrivateAnswer.ts"

/** A stored answer with its subject, visible or not. `seq` orders the answers of an operator. */
export const ScannedAnswer = Schema.Struct({
  seq: PrivateMessage.fields.id,
  id: PrivateMessage.fields.xid,
  consultationId: PrivateThread.fields.consultationId,
  guestId: Schema.NullOr(Schema.String),
  action: Schema.NullOr(Schema.Struct({ id: Schema.String, ...Addressee.fields })),
  question: PrivateMessage.fields.question,
  answer: PrivateMessage.fields.answer,
  ...Addressee.fields,
  askedAt: Instant,
  answeredAt: Instant,
  /** The message that publishes it; null if none. */
  publishedId: Schema.NullOr(Schema.String),
  publishedAt: Schema.NullOr(Instant)
})
export type ScannedAnswer = typeof ScannedAnswer.Type

/** The operator and workspace whose history is read; never another operator's. */
export interface PrivateOwner {
  readonly workspaceId: WorkspaceId
  readonly operatorId: OperatorId
}

/** An answer to store; `guest` and `action` are external ids within organization and workspace. */
export interface NewAnswer {
  readonly guest: string | null
  readonly action: string | null
  readonly consultationId: number | null
  readonly answer: Omit<PrivateMessage, "id" | "threadId" | "guestId" | "actionId">
}

/** A listing: newest first, optionally with `seq` below `before`, optionally of one consultation. */
export interface AnswerScan extends PrivateOwner {
  readonly consultationId?: number | undefined
  readonly before: number | undefined
  readonly limit: number
}

/** The publication of an answer, with the addressee of the message and the event that records it. */
export interface Publication extends PrivateOwner, Addressee {
  readonly seq: number
  readonly messageXid: string
  readonly authorName: string
  readonly eventXid: string
  /** External id of the operator who publishes. */
  readonly actorId: string
  readonly occurredAt: DateTime.Utc
}

/** The private AI history of operators (DOMAIN 3). */
export class PrivateAnswers extends Context.Service<
  PrivateAnswers,
  {
    /**
     * Stores an answer: to a single question in a new thread, to a turn of a consultation in the consultation's thread.
     */
    readonly insert: (answer: NewAnswer) => Effect.Effect<void>
    /** Newest first by `seq`, visible or not: the caller applies visibility. */
    readonly list: (scan: AnswerScan) => Effect.Effect<ReadonlyArray<ScannedAnswer>>
    /** By external id, of this operator in this workspace. */
    readonly find: (owner: PrivateOwner, xid: string) => Effect.Effect<Option.Option<ScannedAnswer>>
    /**
     * Appends an answer about a guest to the guest's thread, authored by the assistant and not delivered, and appends
     * the event, all or nothing. Of concurrent calls in any process, one succeeds. Locks the conversation, then the
     * workspace's counter.
     */
    readonly insertPublication: (publication: Publication) => Effect.Effect<void, AlreadyPublished>
  }
>()("hub/domain/privateAi/PrivateAnswers") {}
