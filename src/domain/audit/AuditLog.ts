import { Context, type DateTime, type Effect, Schema } from "effect"
import { OrganizationId } from "../organizations/Organization.ts"
import { RowId } from "../shared/Scalars.ts"

/**
 * The actor of a change; members and the system are exposed without an id. `link` is the holder of an invite link,
 * `emulates` the view that staff emulated.
 */
export const AuditActor = Schema.Struct({
  kind: Schema.Literals(["member", "key", "operator", "assistant", "link", "system"]),
  id: Schema.NullOr(Schema.String),
  emulates: Schema.optionalKey(
    Schema.Struct({ organizationId: Schema.String, propertyIds: Schema.NullOr(Schema.Array(Schema.String)) })
  )
})
export type AuditActor = typeof AuditActor.Type

/** One recorded change; `subject` is a kind and an id such as `fulfillment:<uuid>`. Append-only. */
export const AuditEntry = Schema.Struct({
  organizationId: Schema.NullOr(OrganizationId),
  actor: AuditActor,
  action: Schema.NonEmptyString,
  subject: Schema.NonEmptyString,
  before: Schema.NullOr(Schema.Json),
  after: Schema.NullOr(Schema.Json),
  requestId: Schema.NullOr(Schema.String),
  createdAt: Schema.DateTimeUtc
})
export type AuditEntry = typeof AuditEntry.Type

/** An entry with its row id. */
export const AuditRow = Schema.Struct({ id: RowId, ...AuditEntry.fields })
export type AuditRow = typeof AuditRow.Type

/**
 * Which entries: those that match every given filter. `since` is inclusive, `until` exclusive; an actor without an id
 * matches its kind.
 */
export interface AuditFilter {
  readonly organizationId?: OrganizationId | undefined
  readonly subject?: string | undefined
  readonly actor?: Pick<AuditActor, "kind" | "id"> | undefined
  readonly since?: DateTime.Utc | undefined
  readonly until?: DateTime.Utc | undefined
}

/** One page: the first `limit` entries after the row id `after`. */
export interface AuditQuery extends AuditFilter {
  readonly after?: number | undefined
  readonly limit: number
}

/** The audit log, written in the transaction of each change. */
export class AuditLog extends Context.Service<
  AuditLog,
  {
    readonly insert: (entry: AuditEntry) => Effect.Effect<void>
    /** The entries of a subject, oldest first. */
    readonly list: (subject: string) => Effect.Effect<ReadonlyArray<AuditEntry>>
    /** By time, then by id. */
    readonly page: (query: AuditQuery) => Effect.Effect<ReadonlyArray<AuditRow>>
  }
>()("hub/domain/audit/AuditLog") {}
