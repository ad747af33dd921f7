import { Context, type DateTime, type Effect, type Option, Schema } from "effect"
import type { Sight } from "../messaging/Reader.ts"
import type { WorkspaceId } from "../messaging/Workspace.ts"
import type { OperatorId } from "../operators/Operator.ts"
import { Instant } from "../shared/Instant.ts"
import { AttentionItem } from "./AttentionItem.ts"
import { NamedOperator } from "./Comments.ts"
import { ScannedSubject } from "./Subjects.ts"

/** An attention item as scanned for a page, whether or not its operator still sees its subject. `seq` orders items. */
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

/** The operator and workspace whose items are read; never another operator's. */
export interface AttentionOwner {
  readonly operatorId: OperatorId
  readonly workspaceId: WorkspaceId
}

/** A listing, optionally with `seq` below `before`. */
export interface AttentionScan extends AttentionOwner {
  readonly before: number | undefined
  readonly limit: number
}

/** An Action assigned to an operator by another one; `action` is its external id. */
export interface Assignment
  extends Omit<AttentionItem, "id" | "kind" | "actionId" | "messageId" | "commentId" | "readAt" | "snoozedUntil"> {
  readonly action: string
}

/** The attention items of operators. */
export class AttentionItems extends Context.Service<
  AttentionItems,
  {
    /** Newest first by `seq`, visible or not: the caller applies visibility. */
    readonly list: (scan: AttentionScan) => Effect.Effect<ReadonlyArray<ScannedAttention>>
    /** By external id, of this operator in this workspace; locks the item until the transaction ends. */
    readonly findForUpdate: (owner: AttentionOwner, xid: string) => Effect.Effect<Option.Option<ScannedAttention>>
    /** The number of items open at `now`: unread, not snoozed, with a visible subject. */
    readonly countOpen: (owner: AttentionOwner, sight: Sight, now: DateTime.Utc) => Effect.Effect<number>
    readonly change: (
      owner: AttentionOwner,
      xid: string,
      change: Pick<AttentionItem, "readAt" | "snoozedUntil">
    ) => Effect.Effect<void>
    readonly insertAssignment: (assignment: Assignment) => Effect.Effect<void>
  }
>()("hub/domain/collaboration/AttentionItems") {}
