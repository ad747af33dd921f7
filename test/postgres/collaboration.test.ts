import { assert, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer, Redacted } from "effect"
import { attentionXids } from "../../src/demo/demoCollaboration.ts"
import { operatorId, operatorSubject } from "../../src/demo/demoOperators.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { workspaces } from "../../src/demo/demoWorkspaces.ts"
import { markAttentionRead } from "../../src/domain/collaboration/changeAttention.ts"
import { findMentioned } from "../../src/domain/collaboration/findMentioned.ts"
import type { Reader } from "../../src/domain/messaging/Reader.ts"
import { OperatorCaller } from "../../src/domain/operators/OperatorCaller.ts"
import { operatorPermissions } from "../../src/domain/operators/operatorPermissions.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { Teammates } from "../../src/domain/teammates/Teammates.ts"
import * as DatabaseLayer from "../../src/layers/DatabaseLayer.ts"
import * as AttentionItemsLayer from "../../src/layers/repositories/AttentionItemsLayer.ts"
import * as TeammatesLayer from "../../src/layers/repositories/TeammatesLayer.ts"
import { holdRows } from "../support/servers/holdRows.ts"
import { areWaiting, isWaiting } from "../support/servers/lockWaits.ts"
import { eventually } from "../support/eventually.ts"
import { layerSql } from "../support/messagingServices.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { postgres } from "../support/servers/servers.ts"

const start = Effect.gen(function* () {
  const database = yield* demoDatabase
  const services = yield* Layer.build(
    Layer.merge(AttentionItemsLayer.layerSql, TeammatesLayer.layerSql).pipe(
      Layer.provideMerge(layerSql),
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
  return { database, services }
})

/** The reader of a workspace to which everything is addressed. */
const reader: Reader = {
  organizationId: organizationIds.A,
  workspace: { id: workspaces["ws-a-main"].id, xid: "ws-a-main" },
  audienceWorkspace: true,
  audienceTeamIds: [],
  readsSensitive: true,
  owner: { kind: "operator", xid: operatorSubject("read") }
}

const asReader = Effect.provideService(OperatorCaller, {
  kind: "operator",
  operator: { id: operatorId("read"), xid: operatorSubject("read"), name: "Operator" },
  organization: { id: organizationIds.A, xid: "org-a" },
  permissions: new Set(operatorPermissions)
})

postgres.describe("collaboration on a PostgreSQL server", () => {
  it.live("INT-015: an attention item that is read twice at once keeps the first time", () =>
    Effect.gen(function* () {
      const { database, services } = yield* start
      const xid = attentionXids["mentioning_read-read"] ?? ""
      const { release } = yield* holdRows(
        database,
        "UPDATE attention_items SET read_at = '2026-03-01T00:00:00Z' WHERE xid = $1",
        [xid]
      )
      const reading = yield* Effect.forkChild(
        atomically(markAttentionRead(reader, xid)).pipe(asReader, Effect.provideContext(services))
      )
      yield* eventually("the second waits", isWaiting(database))
      yield* release
      assert.strictEqual((yield* Fiber.join(reading)).readAt, "2026-03-01T00:00:00.000Z")
    }).pipe(Effect.scoped)
  )

  it.live("DOMAIN 5.1: mentioning operators does not deadlock with a change of the same teammates", () =>
    Effect.gen(function* () {
      const { database, services } = yield* start
      const waits = (expected: number) => eventually(`${expected} wait`, areWaiting(database, expected))
      // The first by id is the second by subject.
      const [first, second] = [operatorSubject("read"), operatorSubject("manage")]
      const { release } = yield* holdRows(database, "SELECT 1 FROM operators WHERE identity_subject = $1 FOR UPDATE", [
        first
      ])
      const changing = yield* Effect.forkChild(
        Teammates.use(({ getForUpdate }) =>
          getForUpdate({
            reach: { organizationIds: [organizationIds.A], venueIds: "all" },
            teammateId: first,
            callerSubject: second
          })
        ).pipe(atomically, Effect.provideContext(services))
      )
      yield* waits(1)
      const mentioning = yield* Effect.forkChild(
        atomically(
          findMentioned(reader, { action: { id: "a", audienceKind: "workspace", teamId: null }, message: null }, [
            second,
            first
          ])
        ).pipe(Effect.provideContext(services))
      )
      yield* waits(2)
      yield* release
      yield* Fiber.join(changing)
      assert.deepStrictEqual((yield* Fiber.join(mentioning)).map(({ operatorId }) => operatorId).toSorted(), [
        operatorId("read"),
        operatorId("manage")
      ])
      const deadlocks = "SELECT deadlocks::integer FROM pg_stat_database WHERE datname = current_database()"
      assert.strictEqual(yield* database.value(deadlocks), 0)
    }).pipe(Effect.scoped)
  )
})
