import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { ActionState } from "../../domain/actions/Action.ts"
import { type ActionOwner, ownerColumns } from "../../domain/actions/ActionOwner.ts"
import {
  type ActionMove,
  ActionMoveRow,
  type Actions,
  type ActionScan,
  LockedAction,
  type NewAction,
  OwnedAction,
  ScannedAction,
  StateCount
} from "../../domain/actions/Actions.ts"
import type { Audiences } from "../../domain/messaging/Reader.ts"
import { WorkspaceId } from "../../domain/messaging/Workspace.ts"
import { OperatorId } from "../../domain/operators/Operator.ts"
import { OrganizationId } from "../../domain/organizations/Organization.ts"
import { dateOf, nullableDateOf } from "../statements/columns.ts"
import { pipelined } from "../statements/pipelined.ts"
import { audienceCondition } from "../fragments/visibleMessage.ts"

const Scan = Schema.Struct({
  workspaceId: WorkspaceId,
  organizationId: OrganizationId,
  guest: Schema.optional(Schema.String),
  state: Schema.optional(ActionState),
  ownerOperatorId: Schema.optional(OperatorId),
  team: Schema.optional(Schema.String),
  before: Schema.UndefinedOr(Schema.Int),
  limit: Schema.Int
})
const Named = Schema.Struct({ workspaceId: WorkspaceId, xid: Schema.String })

/** Actions in this database. A page and the names it needs are read by one statement. */
export const makeActionsSql: Effect.Effect<Actions["Service"], never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Names are looked up by subquery on purpose. Joins make a page five times as expensive: PostgreSQL then replans the
  // statement on each execution, because its generic plan looks more expensive than the custom one.
  const columns = sql.literal(`
    a.seq, a.xid AS id, a.version, a.state, a.kind, a.title, a.details, a.priority,
    (SELECT g.xid FROM guests g WHERE g.id = a.guest_id) AS "guestId", a.reservation_id AS "reservationId",
    (SELECT p.document_id FROM properties p WHERE p.id = a.property_id) AS "propertyId",
    a.audience_kind AS "audienceKind", a.team_id AS "teamId",
    (SELECT t.xid FROM teams t WHERE t.id = a.team_id) AS "teamXid",
    a.owner_kind AS "ownerKind",
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
    execute: ({ before, guest, limit, organizationId, ownerOperatorId, state, team, workspaceId }) => {
      const ofGuest = sql`AND a.guest_id = (
        SELECT n.id FROM guests n WHERE n.organization_id = ${organizationId} AND n.xid = ${guest}
      )`
      const ofTeam = (xid: string) => sql`AND a.team_id = (
        SELECT t.id FROM teams t WHERE t.workspace_id = ${workspaceId} AND t.xid = ${xid}
      )`
      return sql`
        SELECT ${columns} FROM actions a
        WHERE a.workspace_id = ${workspaceId}
          ${state === undefined ? sql.literal("") : sql`AND a.state = ${state}`}
          ${ownerOperatorId === undefined ? sql.literal("") : sql`AND a.owner_operator_id = ${ownerOperatorId}`}
          ${team === undefined ? sql.literal("") : ofTeam(team)}
          ${guest === undefined ? sql.literal("") : ofGuest}
          ${before === undefined ? sql.literal("") : sql`AND a.seq < ${before}::bigint`}
        ORDER BY a.seq DESC LIMIT ${sql.literal(String(limit))}`
    }
  })

  const countStates = SqlSchema.findAll({
    Request: Schema.Struct({
      workspaceId: WorkspaceId,
      audienceWorkspace: Schema.Boolean,
      audienceTeamIds: Schema.Array(Schema.Int)
    }),
    Result: StateCount,
    execute: ({ workspaceId, ...sight }) => sql`
      SELECT n.state, sum(n.actions)::bigint AS count FROM action_counts n
      WHERE n.workspace_id = ${workspaceId} AND ${audienceCondition(sql, sight, "n")}
      GROUP BY n.state HAVING sum(n.actions) > 0`
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
        a.owner_kind AS "ownerKind", a.owner_integration_id AS "ownerIntegrationId",
        a.owner_operator_id AS "ownerOperatorId"
      FROM actions a WHERE a.workspace_id = ${workspaceId} AND a.xid = ${xid}
      FOR UPDATE`
  })

  /** A pipelined statement has no result to check, so the statement divides by zero if no row was updated. */
  const insertMove = pipelined(sql, ({ audience, owner, ...move }: ActionMove) => {
    const { ownerIntegrationId, ownerKind, ownerOperatorId } = ownerColumns(owner)
    return sql`
      WITH moved AS (
        UPDATE actions SET
          state = ${move.toState}, version = version + 1, updated_at = ${dateOf(move.occurredAt)},
          owner_kind = ${ownerKind}, owner_integration_id = ${ownerIntegrationId}, owner_operator_id = ${ownerOperatorId},
          audience_kind = ${audience.audienceKind}, team_id = ${audience.teamId},
          evidence = coalesce(${move.evidence}, evidence),
          claimed_at = CASE ${move.toState}
            WHEN 'owned' THEN ${dateOf(move.occurredAt)} WHEN 'unowned' THEN NULL ELSE claimed_at
          END,
          finished_at = CASE ${move.toState} WHEN 'finished' THEN ${dateOf(move.occurredAt)} ELSE finished_at END,
          cancelled_at = CASE ${move.toState} WHEN 'cancelled' THEN ${dateOf(move.occurredAt)} ELSE cancelled_at END
        WHERE id = ${move.actionId} AND version = ${move.expectedVersion}
        RETURNING id, workspace_id, guest_id, version
      ), kept AS (
        INSERT INTO action_transitions (
          action_id, type, from_state, to_state, actor_kind, actor_id, expected_version, resulting_version, evidence,
          note, receipt_xid, request_id, occurred_at
        )
        SELECT id, ${move.type}, ${move.fromState}, ${move.toState}, ${move.actorKind}, ${move.actorId},
          ${move.expectedVersion}, version, ${move.evidence}, ${move.note}, ${move.receiptXid}, ${move.requestId},
          ${dateOf(move.occurredAt)}
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
  })

  const insertCreated = pipelined(sql, ({ action, eventXid, transition }: NewAction) => {
    const at = dateOf(action.createdAt)
    return sql`
      WITH counted AS (
        INSERT INTO workspace_counters AS c (workspace_id, events, actions) VALUES (${action.workspaceId}, 1, 1)
        ON CONFLICT (workspace_id) DO UPDATE SET events = c.events + 1, actions = c.actions + 1
        RETURNING events, actions
      ), created AS (
        INSERT INTO actions (
          xid, organization_id, workspace_id, seq, version, state, kind, title, details, priority, guest_id,
          reservation_id, property_id, audience_kind, team_id, owner_kind, owner_integration_id, owner_operator_id,
          due_at, evidence, created_at, updated_at, claimed_at, finished_at, cancelled_at
        )
        SELECT ${action.xid}, ${action.organizationId}, ${action.workspaceId}, c.actions, ${action.version},
          ${action.state}, ${action.kind}, ${action.title}, ${action.details}, ${action.priority}, ${action.guestId},
          ${action.reservationId}, ${action.propertyId}, ${action.audienceKind}, ${action.teamId}, ${action.ownerKind},
          ${action.ownerIntegrationId}, ${action.ownerOperatorId}, ${nullableDateOf(action.dueAt)}, ${action.evidence},
          ${at}, ${at}, ${nullableDateOf(action.claimedAt)}, NULL, NULL
        FROM counted c
        RETURNING id, workspace_id, guest_id, version
      ), kept AS (
        INSERT INTO action_transitions (
          action_id, type, from_state, to_state, actor_kind, actor_id, expected_version, resulting_version, evidence,
          note, receipt_xid, request_id, occurred_at
        )
        SELECT id, ${transition.type}, NULL, ${transition.toState}, ${transition.actorKind}, ${transition.actorId}, NULL,
          version, NULL, NULL, ${transition.receiptXid}, ${transition.requestId}, ${at}
        FROM created
      )
      INSERT INTO messaging_events (
        workspace_id, sequence, xid, kind, resource_type, resource_id, guest_id, actor_kind, actor_id,
        resource_version, occurred_at
      )
      SELECT a.workspace_id, c.events, ${eventXid}, 'action.created', 'action', a.id, a.guest_id,
        ${transition.actorKind}, ${transition.actorId}, a.version, ${at}
      FROM created a CROSS JOIN counted c`
  })

  const selectMoves = SqlSchema.findAll({
    Request: Named,
    Result: ActionMoveRow,
    execute: ({ workspaceId, xid }) => sql`
      SELECT m.type, m.from_state AS "fromState", m.to_state AS "toState", m.actor_kind AS "actorKind",
        m.actor_id AS "actorId", m.resulting_version AS "resultingVersion", m.evidence, m.note,
        m.occurred_at AS "occurredAt"
      FROM actions a JOIN action_transitions m ON m.action_id = a.id
      WHERE a.workspace_id = ${workspaceId} AND a.xid = ${xid}
      ORDER BY m.resulting_version`
  })

  const selectOwned = SqlSchema.findAll({
    Request: Schema.Struct({
      organizationId: OrganizationId,
      integrationId: Schema.NullOr(Schema.Int),
      operatorId: Schema.NullOr(Schema.Int)
    }),
    Result: OwnedAction,
    execute: ({ integrationId, operatorId, organizationId }) => {
      const owned =
        operatorId === null ? sql`a.owner_integration_id = ${integrationId}` : sql`a.owner_operator_id = ${operatorId}`
      return sql`
        SELECT a.id, a.xid, a.workspace_id AS "workspaceId", a.version, a.audience_kind AS "audienceKind",
          a.team_id AS "teamId"
        FROM actions a
        WHERE a.organization_id = ${organizationId} AND a.state = 'owned' AND ${owned}
        ORDER BY a.id
        FOR UPDATE`
    }
  })

  return {
    list: (scan: ActionScan) => Effect.orDie(selectPage(scan)),
    countByState: (workspaceId: WorkspaceId, { audienceTeamIds, audienceWorkspace }: Audiences) =>
      Effect.orDie(countStates({ workspaceId, audienceWorkspace, audienceTeamIds })),
    find: (workspaceId: WorkspaceId, xid: string) => Effect.orDie(selectByXid({ workspaceId, xid })),
    findForUpdate: (workspaceId: WorkspaceId, xid: string) => Effect.orDie(selectForUpdate({ workspaceId, xid })),
    insertTransition: (move: ActionMove) => Effect.orDie(insertMove(move)),
    insert: (created: NewAction) => Effect.orDie(insertCreated(created)),
    listMoves: (workspaceId: WorkspaceId, xid: string) => Effect.orDie(selectMoves({ workspaceId, xid })),
    listOwnedForUpdate: (organizationId: OrganizationId, owner: ActionOwner) =>
      Effect.orDie(
        selectOwned({
          organizationId,
          integrationId: owner.kind === "integration" ? owner.id : null,
          operatorId: owner.kind === "operator" ? owner.id : null
        })
      )
  }
})
