import { assert, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer, Redacted } from "effect"
import { integrationIds } from "../../src/demo/demoIntegrations.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { teamIds, workspaces } from "../../src/demo/demoWorkspaces.ts"
import type { IntegrationId } from "../../src/domain/access/ApiKey.ts"
import { moveAction } from "../../src/domain/actions/moveAction.ts"
import { releaseOwned } from "../../src/domain/actions/releaseOwned.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as DatabaseLayer from "../../src/layers/DatabaseLayer.ts"
import { holdRows } from "../support/servers/holdRows.ts"
import { areWaiting } from "../support/servers/lockWaits.ts"
import { eventually } from "../support/eventually.ts"
import { layerSql } from "../support/messagingServices.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { postgres } from "../support/servers/servers.ts"

const [first, second] = [workspaces["ws-a-main"].id, workspaces["ws-a-second"].id]

/** The Action with the lowest or the highest id in a workspace. */
const actionIn = (workspace: number, end: "min" | "max") =>
  `(SELECT ${end}(a.id) FROM actions a WHERE a.workspace_id = ${workspace})`

const give = (owner: number, ...actions: ReadonlyArray<string>) =>
  `UPDATE actions SET state = 'owned', owner_kind = 'integration', owner_integration_id = ${owner},
    owner_operator_id = NULL
  WHERE id IN (${actions.join(", ")})`

const { other: one, twoWorkspaces: two } = integrationIds

/** Each of two owners has an Action in both workspaces; which workspace has the one with the lower id differs. */
const ownership = [
  `UPDATE actions SET workspace_id = ${second}, seq = 1000000 WHERE id = ${actionIn(first, "min")}`,
  give(one, actionIn(second, "min"), actionIn(first, "max")),
  give(two, actionIn(first, "min"), actionIn(second, "max"))
]

const start = Effect.gen(function* () {
  const database = yield* demoDatabase
  for (const statement of ownership) yield* database.query(statement)
  const services = yield* Layer.build(
    layerSql.pipe(
      Layer.provideMerge(
        DatabaseLayer.layerServer({
          url: Redacted.make(database.url),
          pool: 4,
          statementTimeout: Duration.seconds(20)
        })
      ),
      Layer.orDie
    )
  )
  /** Releases every Action of the owners. */
  const release = (...owners: ReadonlyArray<IntegrationId>) =>
    atomically(
      releaseOwned(
        organizationIds.A,
        owners.map((id) => ({ owner: { kind: "integration", id }, keeps: () => false })),
        "test"
      )
    ).pipe(Effect.provideContext(services))
  // Whoever locks a counter waits until `counters.release`.
  const counters = yield* holdRows(
    database,
    "SELECT 1 FROM workspace_counters WHERE workspace_id = ANY($1::int[]) FOR UPDATE",
    [[first, second]]
  )
  const waits = (expected: number) => eventually(`${expected} wait`, areWaiting(database, expected))
  const deadlocks = database.value("SELECT deadlocks::integer FROM pg_stat_database WHERE datname = current_database()")
  return { counters, database, deadlocks, release, services, waits }
})

postgres.describe("releases of Actions, on a PostgreSQL server", () => {
  it.live("DOMAIN 3.1 A11: owners who lose Actions in several workspaces at once do not deadlock", () =>
    Effect.gen(function* () {
      const { counters, deadlocks, release, waits } = yield* start
      const releases = yield* Effect.forkChild(Effect.all([release(one), release(two)], { concurrency: "unbounded" }))
      yield* waits(2)
      yield* counters.release
      for (const released of yield* Fiber.join(releases)) assert.isAtLeast(released, 2)
      assert.strictEqual(yield* deadlocks, 0)
    }).pipe(Effect.scoped)
  )

  it.live("DOMAIN 3.1 A11: releasing several owners does not deadlock with one who finishes an Action", () =>
    Effect.gen(function* () {
      const { counters, database, deadlocks, release, services, waits } = yield* start
      const [id, expectedVersion] = [
        String(yield* database.value(`SELECT a.xid FROM actions a WHERE a.id = ${actionIn(first, "min")}`)),
        Number(yield* database.value(`SELECT a.version FROM actions a WHERE a.id = ${actionIn(first, "min")}`))
      ]
      const owner = { kind: "integration", id: two } as const
      const finish = moveAction(
        {
          organizationId: organizationIds.A,
          workspace: { id: first, xid: "ws-a-main" },
          audienceWorkspace: true,
          audienceTeamIds: Object.values(teamIds),
          readsSensitive: false,
          owner: { kind: "integration", xid: "two" }
        },
        { kind: "integration", xid: "two", owner },
        { type: "finish", id, expectedVersion, evidence: null, note: null, idempotencyKey: "key", requestId: "test" },
        () => Effect.succeed({ toState: "finished", owner, event: "action.finished" })
      )
      const releasing = yield* Effect.forkChild(release(one, two))
      yield* waits(1)
      const finishing = yield* Effect.forkChild(atomically(finish).pipe(Effect.flip, Effect.provideContext(services)))
      yield* waits(2)
      yield* counters.release
      assert.isAtLeast(yield* Fiber.join(releasing), 4)
      assert.strictEqual((yield* Fiber.join(finishing))._tag, "ActionNotOwned")
      assert.strictEqual(yield* deadlocks, 0)
    }).pipe(Effect.scoped)
  )
})
