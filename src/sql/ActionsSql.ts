import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import {
  type Actions,
  type ActionScan,
  type IntegrationMove,
  LockedAction,
  ScannedAction
} from "../domain/actions/Actions.ts"
import { WorkspaceId } from "../domain/messaging/Workspace.ts"
import { OrganizationId } from "../domain/organizations/Organization.ts"
import { dateOf } from "./columns.ts"
import { pipelined } from "./pipelined.ts"

const Scan = Schema.Struct({
  workspaceId: WorkspaceId,
  organizationId: OrganizationId,
  guest: Schema.UndefinedOr(Schema.String),
  before: Schema.UndefinedOr(Schema.Int),
  limit: Schema.Int
})
const Named = Schema.Struct({ workspaceId: WorkspaceId, xid: Schema.String })

/** Actions in this database. One statement reads a page with the names it shows. */
export const makeActionsSql: Effect.Effect<Actions["Service"], never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Names are looked up by subquery on purpose. As joins they cost five times the page: PostgreSQL then replans the
  // statement at each execution, because its generic plan looks more expensive than the custom one.
  const columns = sql.literal(`
    a.seq, a.xid AS id, a.version, a.state, a.kind, a.title, a.details, a.priority,
    (SELECT g.xid FROM guests g WHERE g.id = a.guest_id) AS "guestId", a.reservation_id AS "reservationId",
    (SELECT p.document_id FROM properties p WHERE p.id = a.property_id) AS "propertyId",
    a.audience_kind AS "audienceKind", a.team_id AS "teamId",
    (SELECT t.xid FROM teams t WHERE t.id = a.team_id) AS "teamXid",
    a.owner_kind AS "ownerKind", a.owner_integration_id AS "ownerIntegrationId",
    CASE a.owner_kind
      WHEN 'integration' THEN (SELECT i.xid FROM integrations i WHERE i.id = a.owner_integration_id)
      WHEN 'operator' THEN (SELECT o.identity_subject FROM operators o WHERE o.id = a.owner_operator_id)
    END AS "ownerId",
    CASE a.owner_kind
      WHEN 'integration' THEN (SELECT i.name FROM integrations i WHERE i.id = a.owner_integration_id)
      WHEN 'operator' THEN (SELECT o.name FROM operators o WHERE o.id = a.owner_operator_id)
    END AS "ownerName",
    a.due_at AS "dueAt", a.evidence, a.created_at AS "createdAt", a.updated_at AS "updatedAt",
    a.claimed_at AS "claimedAt", a.finished_at AS "finishedAt", a.cancelled_at AS "cancelledAt"`)

  const selectPage = SqlSchema.findAll({
    Request: Scan,
    Result: ScannedAction,
    execute: ({ before, guest, limit, organizationId, workspaceId }) => {
      const ofGuest = sql`AND a.guest_id = (
        SELECT n.id FROM guests n WHERE n.organization_id = ${organizationId} AND n.xid = ${guest}
      )`
      return sql`
        SELECT ${columns} FROM actions a
        WHERE a.workspace_id = ${workspaceId}
          ${guest === undefined ? sql.literal("") : ofGuest}
          ${before === undefined ? sql.literal("") : sql`AND a.seq < ${before}::bigint`}
        ORDER BY a.seq DESC LIMIT ${sql.literal(String(limit))}`
    }
  })

  const selectByXid = SqlSchema.findOneOption({
    Request: Named,
    Result: ScannedAction,
    execute: ({ workspaceId, xid }) => sql`
      SELECT ${columns} FROM actions a WHERE a.workspace_id = ${workspaceId} AND a.xid = ${xid}`
  })

  const selectForUpdate = SqlSchema.findOneOption({
    Request: Named,
    Result: LockedAction,
    execute: ({ workspaceId, xid }) => sql`
      SELECT a.id, a.version, a.state, a.audience_kind AS "audienceKind", a.team_id AS "teamId",
        a.owner_integration_id AS "ownerIntegrationId"
      FROM actions a WHERE a.workspace_id = ${workspaceId} AND a.xid = ${xid}
      FOR UPDATE`
  })

  /** A pipelined statement has no result to check, so a row that did not move must be an error: a division by zero. */
  const insertMove = pipelined(
    sql,
    (move: IntegrationMove) => sql`
      WITH moved AS (
        UPDATE actions SET
          state = ${move.toState}, version = version + 1, updated_at = ${dateOf(move.occurredAt)},
          owner_kind = 'integration', owner_integration_id = ${move.integrationId}, owner_operator_id = NULL,
          evidence = coalesce(${move.evidence}, evidence),
          claimed_at = CASE ${move.toState} WHEN 'owned' THEN ${dateOf(move.occurredAt)} ELSE claimed_at END,
          finished_at = CASE ${move.toState} WHEN 'finished' THEN ${dateOf(move.occurredAt)} ELSE finished_at END,
          cancelled_at = CASE ${move.toState} WHEN 'cancelled' THEN ${dateOf(move.occurredAt)} ELSE cancelled_at END
        WHERE id = ${move.actionId} AND version = ${move.expectedVersion}
        RETURNING id, workspace_id, guest_id, version
      ), kept AS (
        INSERT INTO action_transitions (
          action_id, type, from_state, to_state, actor_kind, actor_id, expected_version, resulting_version, evidence,
          receipt_xid, request_id, occurred_at
        )
        SELECT id, ${move.type}, ${move.fromState}, ${move.toState}, ${move.actorKind}, ${move.actorId},
          ${move.expectedVersion}, version, ${move.evidence}, ${move.receiptXid}, ${move.requestId}, ${dateOf(move.occurredAt)}
        FROM moved
      ), counted AS (
        INSERT INTO workspace_counters AS c (workspace_id, events) SELECT workspace_id, 1 FROM moved
        ON CONFLICT (workspace_id) DO UPDATE SET events = c.events + 1
        RETURNING events
      ), announced AS (
        INSERT INTO messaging_events (
          workspace_id, sequence, xid, kind, resource_type, resource_id, guest_id, actor_kind, actor_id,
          resource_version, occurred_at
        )
        SELECT m.workspace_id, c.events, ${move.eventXid}, ${move.eventKind}, 'action', m.id, m.guest_id,
          ${move.actorKind}, ${move.actorId}, m.version, ${dateOf(move.occurredAt)}
        FROM moved m CROSS JOIN counted c
      )
      SELECT 1 / count(*) FROM moved`
  )

  return {
    list: (scan: ActionScan) => Effect.orDie(selectPage(scan)),
    find: (workspaceId: WorkspaceId, xid: string) => Effect.orDie(selectByXid({ workspaceId, xid })),
    findForUpdate: (workspaceId: WorkspaceId, xid: string) => Effect.orDie(selectForUpdate({ workspaceId, xid })),
    insertTransition: (move: IntegrationMove) => Effect.orDie(insertMove(move))
  }
})
