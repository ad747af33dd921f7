import { assert, layer, type Vitest } from "@effect/vitest"
import { Effect, Exit, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { IntegrationId } from "../../src/domain/access/ApiKey.ts"
import { ActionId } from "../../src/domain/actions/Action.ts"
import { type ActionMove, Actions, type ActionScan, type ScannedAction } from "../../src/domain/actions/Actions.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { MessagingEvents } from "../../src/domain/messaging/MessagingEvents.ts"
import { WorkspaceId } from "../../src/domain/messaging/Workspace.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import type { Atomic } from "../../src/domain/shared/Atomic.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as ActionsLayer from "../../src/layers/repositories/ActionsLayer.ts"
import * as MessagingEventsLayer from "../../src/layers/repositories/MessagingEventsLayer.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import { action, claimMove, instant, messagingDataset, minute } from "../support/datasets/messagingDataset.ts"
import * as Postgres from "../support/servers/Postgres.ts"
import { twins } from "../support/twins.ts"

/** Workspace 1 has the dataset's Actions and, above them, 120 more with gaps; workspace 6 has no counter yet. */
const dataset: Dataset = {
  ...messagingDataset,
  actions: [
    ...messagingDataset.actions,
    ...Array.from({ length: 120 }, (_, index) => action(1000 + index, 2, 100 + 2 * index)),
    ...Array.from({ length: 12 }, (_, index) => action(2000 + index, 6, 1 + index))
  ]
}

const twin = {
  layerMemory: Layer.merge(ActionsLayer.layerMemory, MessagingEventsLayer.layerMemory),
  layerSql: Layer.merge(ActionsLayer.layerSql, MessagingEventsLayer.layerSql)
}

const list = (scan: Partial<ActionScan> = {}) =>
  Actions.use((actions) =>
    actions.list({
      workspaceId: WorkspaceId.make(1),
      organizationId: OrganizationId.make(1),
      guest: undefined,
      before: undefined,
      limit: 101,
      ...scan
    })
  )

const seqs = (scanned: ReadonlyArray<ScannedAction>) => scanned.map((one) => one.seq)
const ids = (scanned: ReadonlyArray<ScannedAction>) => scanned.map((one) => one.id)

const get = (xid: string, workspaceId = 6) =>
  Effect.flatMap(
    Actions.use((actions) => actions.find(WorkspaceId.make(workspaceId), xid)),
    (found) => Effect.orDie(Effect.fromOption(found))
  )

const insert = (move: ActionMove) => atomically(Actions.use((actions) => actions.insertTransition(move)))

const feed = Effect.map(
  MessagingEvents.use((events) =>
    events.list({
      workspaceId: WorkspaceId.make(6),
      organizationId: OrganizationId.make(1),
      guest: undefined,
      after: 0,
      limit: 101
    })
  ),
  ({ head, scanned }) => ({ head, events: scanned.map((one) => `${one.sequence} ${one.kind} ${one.action?.id ?? ""}`) })
)

const reads = (it: Vitest.MethodsNonLive<Actions | MessagingEvents | Atomic>) => {
  it.effect("HUB-049: returns an Action with the external ids of its references", () =>
    Effect.gen(function* () {
      const expected: ScannedAction = {
        seq: 1,
        id: "a1",
        version: 1,
        state: "unowned",
        kind: "housekeeping",
        title: "Action 1",
        details: "Two, please",
        priority: "urgent",
        guestId: "g1",
        reservationId: "RES-1",
        propertyId: "venue-1",
        audienceKind: "workspace",
        teamId: null,
        teamXid: null,
        ownerKind: null,
        ownerId: null,
        ownerName: null,
        dueAt: instant(90),
        evidence: null,
        createdAt: instant(1),
        updatedAt: instant(1),
        claimedAt: null,
        finishedAt: null,
        cancelledAt: null
      }
      const [, team, finished, owned, first] = yield* list()
      assert.deepStrictEqual(first, expected)
      assert.deepStrictEqual([team?.audienceKind, team?.teamId, team?.teamXid], ["team", 1, "team-night"])
      assert.deepStrictEqual(
        [owned?.ownerKind, owned?.ownerId, owned?.ownerName, owned?.claimedAt],
        ["integration", "integration-2", "Integration 2", instant(3)]
      )
      assert.deepStrictEqual(
        [finished?.ownerKind, finished?.ownerId, finished?.ownerName],
        ["operator", "operator-1", "Operator One"]
      )
      assert.deepStrictEqual([finished?.evidence, finished?.finishedAt], ["Done", instant(5)])
      assert.deepStrictEqual(yield* get("a1", 1), expected)
    })
  )

  it.effect("HUB-040, HUB-041: lists Actions of any audience newest first, and continues after a position", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(ids(yield* list()), ["a5", "a4", "a3", "a2", "a1"])
      assert.deepStrictEqual(seqs(yield* list({ limit: 2 })), [5, 4])
      assert.deepStrictEqual(seqs(yield* list({ before: 4, limit: 2 })), [3, 2])
      assert.deepStrictEqual(yield* list({ before: 1 }), [])
      const first = yield* list({ workspaceId: WorkspaceId.make(2), limit: 100 })
      assert.deepStrictEqual([first.length, first[0]?.seq, first.at(-1)?.seq], [100, 338, 140])
      assert.deepStrictEqual(
        seqs(yield* list({ workspaceId: WorkspaceId.make(2), before: 140, limit: 3 })),
        [138, 136, 134]
      )
    })
  )

  it.effect("HUB-029: filters by a guest of the organization; an unknown, foreign or quiet guest has none", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(ids(yield* list({ guest: "g1" })), ["a3", "a1"])
      assert.deepStrictEqual(ids(yield* list({ guest: "g1", before: 3 })), ["a1"])
      for (const guest of ["nobody", "g-foreign", "g-quiet"]) assert.deepStrictEqual(yield* list({ guest }), [])
    })
  )

  it.effect("HUB-030, HUB-058: finds and locks an Action by its exact id, only in its own workspace", () =>
    Effect.gen(function* () {
      const actions = yield* Actions
      for (const xid of ["a6", "a7", "A1", "nothing"]) {
        assert.isTrue(Option.isNone(yield* actions.find(WorkspaceId.make(1), xid)))
        assert.isTrue(Option.isNone(yield* atomically(actions.findForUpdate(WorkspaceId.make(1), xid))))
      }
      assert.deepStrictEqual(
        yield* atomically(actions.findForUpdate(WorkspaceId.make(1), "a2")),
        Option.some({
          id: ActionId.make(2),
          version: 2,
          state: "owned",
          audienceKind: "workspace",
          teamId: null,
          ownerKind: "integration",
          ownerIntegrationId: IntegrationId.make(2),
          ownerOperatorId: null
        } as const)
      )
    })
  )
}

twins("Actions", twin, dataset, (it) => {
  it.effect("INT-010, INT-013: counts the visible Actions by state", () =>
    Effect.gen(function* () {
      const actions = yield* Actions
      const rows = messagingDataset.actions.filter((row) => row.workspaceId === 1)
      for (const audienceTeamIds of [[], [1]]) {
        const seen = rows.filter(({ teamId }) => teamId === null || audienceTeamIds.includes(teamId))
        const counts = yield* actions.countByState(WorkspaceId.make(1), { audienceWorkspace: true, audienceTeamIds })
        for (const state of ["unowned", "owned", "finished", "cancelled"]) {
          const count = counts.find((one) => one.state === state)?.count ?? 0
          assert.strictEqual(count, seen.filter((row) => row.state === state).length, state)
        }
      }
    })
  )

  reads(it)

  it.effect("HUB-065, HUB-066, HUB-067, HUB-077: each transition increments the version and adds one event", () =>
    Effect.gen(function* () {
      yield* insert(claimMove(2000))
      const owned = yield* get("a2000")
      assert.deepStrictEqual(
        [owned.state, owned.version, owned.ownerId, owned.claimedAt, owned.updatedAt],
        ["owned", 2, "integration-1", instant(30), instant(30)]
      )
      yield* insert(
        claimMove(2000, {
          type: "finish",
          fromState: "owned",
          toState: "finished",
          expectedVersion: 2,
          resultingVersion: 3,
          evidence: "Handed over",
          receiptXid: "receipt-finish",
          occurredAt: minute(31),
          eventXid: "event-finish",
          eventKind: "action.finished"
        })
      )
      const finished = yield* get("a2000")
      assert.deepStrictEqual(
        [
          finished.state,
          finished.version,
          finished.evidence,
          finished.ownerId,
          finished.claimedAt,
          finished.finishedAt
        ],
        ["finished", 3, "Handed over", "integration-1", instant(30), instant(31)]
      )
      yield* insert(claimMove(2001))
      yield* insert(
        claimMove(2001, {
          type: "cancel_action",
          fromState: "owned",
          toState: "cancelled",
          expectedVersion: 2,
          resultingVersion: 3,
          receiptXid: "receipt-cancel",
          occurredAt: minute(32),
          eventXid: "event-cancel",
          eventKind: "action.cancelled"
        })
      )
      const cancelled = yield* get("a2001")
      assert.deepStrictEqual(
        [cancelled.state, cancelled.ownerId, cancelled.cancelledAt, cancelled.finishedAt, cancelled.evidence],
        ["cancelled", "integration-1", instant(32), null, null]
      )
      assert.deepStrictEqual(yield* feed, {
        head: 4,
        events: [
          "1 action.claimed a2000",
          "2 action.finished a2000",
          "3 action.claimed a2001",
          "4 action.cancelled a2001"
        ]
      })
    })
  )

  it.effect("HUB-068: dies on a wrong expectedVersion and changes nothing", () =>
    Effect.gen(function* () {
      const before = yield* feed
      for (const expectedVersion of [2, 3]) {
        assert.isTrue(Exit.hasDies(yield* Effect.exit(insert(claimMove(2002, { expectedVersion })))))
      }
      assert.strictEqual((yield* get("a2002")).version, 1)
      assert.deepStrictEqual(yield* feed, before)
    })
  )

  it.effect("HUB-092: rolls back the transition, its event and the event's number when the transaction fails", () =>
    Effect.gen(function* () {
      const before = yield* feed
      yield* Actions.use((actions) => actions.insertTransition(claimMove(2003))).pipe(
        Effect.andThen(Effect.fail("later step failed")),
        atomically,
        Effect.flip
      )
      assert.strictEqual((yield* get("a2003")).state, "unowned")
      assert.deepStrictEqual(yield* feed, before)
      yield* insert(claimMove(2003))
      assert.strictEqual((yield* feed).head, before.head + 1)
    })
  )

  it.effect("HUB-044, HUB-069: one of six concurrent claims of an Action wins; events are numbered without gaps", () =>
    Effect.gen(function* () {
      const before = yield* feed
      const moves = [2004, 2005, 2006].flatMap((id) =>
        Array.from({ length: 6 }, (_, index) =>
          claimMove(id, { receiptXid: `parallel-${id}-${index}`, eventXid: `parallel-${id}-${index}` })
        )
      )
      const ends = yield* Effect.all(
        moves.map((move) => Effect.exit(insert(move))),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(ends.filter((end) => end._tag === "Success").length, 3)
      const after = yield* feed
      assert.strictEqual(after.head, before.head + 3)
      assert.deepStrictEqual(
        after.events.map((one) => Number(one.split(" ")[0])),
        Array.from({ length: after.head }, (_, index) => index + 1)
      )
    })
  )
})

const database = Layer.effectDiscard(insertDataset(dataset)).pipe(Layer.provideMerge(Postgres.layer))

layer(Layer.merge(ActionsLayer.layerSql, Layer.empty).pipe(Layer.provideMerge(database)))(
  "Action transitions (sql)",
  (it) => {
    it.effect("HUB-074, DOMAIN 3: stores a transition with all its fields, and rejects UPDATE and DELETE", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* Actions.use((actions) => actions.insertTransition(claimMove(2007, { evidence: "Seen" })))
        const rows = yield* sql`
          SELECT type, from_state, to_state, actor_kind, actor_id, expected_version, resulting_version, evidence,
            receipt_xid, request_id FROM action_transitions WHERE action_id = 2007`
        assert.deepStrictEqual(
          rows.map((row) => ({ ...row })),
          [
            {
              type: "claim",
              from_state: "unowned",
              to_state: "owned",
              actor_kind: "integration",
              actor_id: "integration-1",
              expected_version: 1,
              resulting_version: 2,
              evidence: "Seen",
              receipt_xid: "receipt-2007",
              request_id: "request-1"
            }
          ]
        )
        for (const change of [
          sql`UPDATE action_transitions SET type = 'finish'`,
          sql`DELETE FROM action_transitions`
        ]) {
          assert.strictEqual((yield* Effect.exit(change))._tag, "Failure")
        }
      })
    )
  }
)
