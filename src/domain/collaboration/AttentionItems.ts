import { Context, type DateTime, type Effect, type Option, Schema } from "effect"
import type { Sight } from "../messaging/Reader.ts"
import type { WorkspaceId } from "../messaging/Workspace.ts"
import type { OperatorId } from "../operators/Operator.ts"
import { Instant } from "../shared/Instant.ts"
import { AttentionItem } from "./AttentionItem.ts"
import { NamedOperator } from "./Comments.ts"
import { ScannedSubject } from "./Subjects.ts"

/** An attention item as a page scans it, whether its operator still sees its subject or not. `seq` orders items. */
export const ScannedAttention = Schema.Struct({
  seq: Schema.Int,
  id: AttentionItem.fields.xid,
  kind: AttentionItem.fields.kind,
  ...ScannedSubject.fields,
  /** External id of the comment; null for an assignment. */
  commentId: Schema.NullOr(Schema.String),
  from: NamedOperator,
  createdAt: Instant,
  readAt: Schema.NullOr(Instant),
  snoozedUntil: Schema.NullOr(Instant)
})
export type ScannedAttention = typeof ScannedAttention.Type

/** Whose items, and where: nobody else's are ever read. */
export interface AttentionOwner {
  readonly operatorId: OperatorId
  readonly workspaceId: WorkspaceId
}

/** A listing, optionally with `seq` below `before`. */
export interface AttentionScan extends AttentionOwner {
  readonly before: number | undefined
  readonly limit: number
}

/** An Action given to an operator by another one; the Action by external id. */
export interface Assignment
  extends Omit<AttentionItem, "id" | "kind" | "actionId" | "messageId" | "commentId" | "readAt" | "snoozedUntil"> {
  readonly action: string
}

/** What waits for operators. */
export class AttentionItems extends Context.Service<
  AttentionItems,
  {
    /** Newest first by `seq`, visible or not: the caller applies visibility. */
    readonly list: (scan: AttentionScan) => Effect.Effect<ReadonlyArray<ScannedAttention>>
    /** By external id, of this operator in this workspace. */
    readonly find: (owner: AttentionOwner, xid: string) => Effect.Effect<Option.Option<ScannedAttention>>
    /** How many items are open at `now`, unread and not snoozed, of those whose subject is within sight. */
    readonly countOpen: (owner: AttentionOwner, sight: Sight, now: DateTime.Utc) => Effect.Effect<number>
    readonly change: (
      owner: AttentionOwner,
      xid: string,
      change: Pick<AttentionItem, "readAt" | "snoozedUntil">
    ) => Effect.Effect<void>
    readonly insertAssignment: (assignment: Assignment) => Effect.Effect<void>
  }
>()("hub/domain/collaboration/AttentionItems") {}
