import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { type DeliveryMove, LockedDelivery, type SmsDeliveries } from "../../domain/sms/SmsDeliveries.ts"
import { DeliveryMissing } from "../../domain/sms/SmsErrors.ts"
import { dateOf } from "../statements/columns.ts"
import { pipelined } from "../statements/pipelined.ts"
import { rowsSql } from "../statements/rowsSql.ts"

const Named = Schema.Struct({
  id: Schema.Int,
  organizationId: Schema.Int,
  workspaceId: Schema.Int,
  xid: Schema.String
})

/** Deliveries in this database. */
export const makeSmsDeliveriesSql: Effect.Effect<SmsDeliveries["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = rowsSql(sql, "deliveries")

    const selectForUpdate = SqlSchema.findOneOption({
      Request: Named,
      Result: LockedDelivery,
      execute: ({ id, organizationId, workspaceId, xid }) => sql`
        SELECT d.id, d.provider_delivery_id AS "providerDeliveryId", d.status, m.id AS "messageId",
          m.xid AS "messageXid", c.workspace_id AS "workspaceId", c.guest_id AS "guestId"
        FROM deliveries d
        JOIN messages m ON m.id = d.message_id
        JOIN conversations c ON c.id = m.conversation_id
        WHERE d.organization_id = ${organizationId} AND d.installation_id = ${id} AND d.xid = ${xid}
          AND c.workspace_id = ${workspaceId}
        FOR UPDATE OF d`
    })

    /** A pipelined statement has no result to check, so the statement divides by zero if no row was updated. */
    const insertMove = pipelined(
      sql,
      ({ delivery, eventXid, occurredAt, organizationId, status }: DeliveryMove) => sql`
        WITH moved AS (
          UPDATE deliveries d SET status = ${status}, updated_at = ${dateOf(occurredAt)}
          WHERE d.organization_id = ${organizationId} AND d.id = ${delivery.id} AND d.status = ${delivery.status}
          RETURNING d.message_id
        ), messaged AS (
          UPDATE messages m SET delivery_status = ${status} FROM moved WHERE m.id = moved.message_id
          RETURNING m.id
        ), counted AS (
          INSERT INTO workspace_counters AS c (workspace_id, events) SELECT ${delivery.workspaceId}, 1 FROM messaged
          ON CONFLICT (workspace_id) DO UPDATE SET events = c.events + 1
          RETURNING events
        ), announced AS (
          INSERT INTO messaging_events (
            workspace_id, sequence, xid, kind, resource_type, resource_id, guest_id, actor_kind, actor_id,
            resource_version, occurred_at
          )
          SELECT ${delivery.workspaceId}, c.events, ${eventXid}, 'message.delivery_updated', 'message', t.id,
            ${delivery.guestId}::integer, 'system', NULL, NULL, ${dateOf(occurredAt)}
          FROM messaged t CROSS JOIN counted c
        )
        SELECT 1 / count(*) FROM moved`
    )

    return {
      findForUpdate: (place, xid) => Effect.orDie(selectForUpdate({ ...place, xid })),
      updateProviderId: ({ id, organizationId, providerDeliveryId }) =>
        rows.update({ organizationId, id }, { providerDeliveryId }).pipe(
          Effect.asVoid,
          Effect.catchTag("Conflict", () => Effect.fail(new DeliveryMissing()))
        ),
      updateStatus: (move) => Effect.orDie(insertMove(move))
    }
  }
)
