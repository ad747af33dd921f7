import { type DateTime, Effect, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Operator } from "../../domain/operators/Operator.ts"
import { OperatorSession } from "../../domain/operators/OperatorSession.ts"
import type { HeldSession, OperatorSessions } from "../../domain/operators/OperatorSessions.ts"
import { Organization } from "../../domain/organizations/Organization.ts"
import { NullableTimestamp, Timestamp } from "../statements/columns.ts"
import { removalOf } from "../statements/removalOf.ts"
import { rowsSql } from "../statements/rowsSql.ts"

const Row = Schema.Struct({
  ...OperatorSession.fields,
  createdAt: Timestamp,
  lastSeenAt: Timestamp,
  expiresAt: Timestamp,
  revokedAt: NullableTimestamp,
  operatorXid: Operator.fields.identitySubject,
  operatorName: Operator.fields.name,
  permissions: Operator.fields.permissions,
  operatorStatus: Operator.fields.status,
  organizationId: Operator.fields.organizationId,
  organizationXid: Schema.NullOr(Organization.fields.xid),
  organizationStatus: Schema.NullOr(Organization.fields.status)
})

const heldOf = (row: typeof Row.Type): HeldSession => {
  const {
    operatorName,
    operatorStatus,
    operatorXid,
    organizationId,
    organizationStatus,
    organizationXid,
    permissions,
    ...session
  } = row
  return {
    session,
    operator: { id: session.operatorId, xid: operatorXid, name: operatorName, permissions, status: operatorStatus },
    organization:
      organizationId === null || organizationXid === null || organizationStatus === null
        ? null
        : { id: organizationId, xid: organizationXid, status: organizationStatus }
  }
}

const Moment = Schema.Struct({ idHash: Schema.String, at: Timestamp })

/** The sessions of operators in this database. */
export const makeOperatorSessionsSql: Effect.Effect<OperatorSessions["Service"], never, SqlClient.SqlClient> =
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = rowsSql(sql, "operatorSessions")

    const selectHeld = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: Row,
      execute: (idHash) => sql`
        SELECT s.id, s.id_hash AS "idHash", s.operator_id AS "operatorId", s.created_at AS "createdAt",
          s.last_seen_at AS "lastSeenAt", s.expires_at AS "expiresAt", s.revoked_at AS "revokedAt",
          o.identity_subject AS "operatorXid", o.name AS "operatorName", o.permissions, o.status AS "operatorStatus",
          o.organization_id AS "organizationId", n.xid AS "organizationXid", n.status AS "organizationStatus"
        FROM operator_sessions s
        JOIN operators o ON o.id = s.operator_id
        LEFT JOIN organizations n ON n.id = o.organization_id
        WHERE s.id_hash = ${idHash}`
    })

    const updateLastSeen = SqlSchema.void({
      Request: Moment,
      execute: ({ at, idHash }) => sql`
        UPDATE operator_sessions SET last_seen_at = ${at} WHERE id_hash = ${idHash} AND last_seen_at < ${at}`
    })

    const updateRevokedAt = SqlSchema.void({
      Request: Moment,
      execute: ({ at, idHash }) => sql`
        UPDATE operator_sessions SET revoked_at = ${at} WHERE id_hash = ${idHash} AND revoked_at IS NULL`
    })

    return {
      find: (idHash: string) => Effect.map(Effect.orDie(selectHeld(idHash)), Option.map(heldOf)),
      insert: (session: Omit<OperatorSession, "id">) => Effect.orDie(Effect.asVoid(rows.insertNumbered(session))),
      updateLastSeen: (idHash: string, at: DateTime.Utc) => Effect.orDie(updateLastSeen({ idHash, at })),
      updateRevokedAt: (idHash: string, at: DateTime.Utc) => Effect.orDie(updateRevokedAt({ idHash, at })),
      removeExpired: removalOf(sql, {
        table: "operator_sessions",
        alias: "e",
        by: "expires_at",
        isOver: (instant) => sql`e.expires_at < ${instant}`
      })
    }
  })
