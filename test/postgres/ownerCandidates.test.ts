import { assert, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer, Redacted } from "effect"
import { operatorSubject } from "../../src/demo/demoOperators.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { OwnerCandidates } from "../../src/domain/actions/OwnerCandidates.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as DatabaseLayer from "../../src/layers/DatabaseLayer.ts"
import { holdRows } from "../support/servers/holdRows.ts"
import { areWaiting } from "../support/servers/lockWaits.ts"
import { eventually } from "../support/eventually.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { layerSql } from "../support/messagingServices.ts"
import { postgres } from "../support/servers/servers.ts"

/** Locks an operator, like every change of one, and removes them from all teams. */
const removal = `
  WITH locked AS (SELECT o.id FROM operators o WHERE o.identity_subject = $1 FOR UPDATE)
  DELETE FROM team_members m USING locked WHERE m.operator_id = locked.id`

postgres.describe("who may own Actions, on a PostgreSQL server", () => {
  it.live(
    "INT-010, INT-014: after waiting for an operator's removal from a team, the operator is seen without it",
    () =>
      Effect.gen(function* () {
        const database = yield* demoDatabase
        const services = yield* Layer.build(
          layerSql.pipe(
            Layer.provideMerge(
              DatabaseLayer.layerServer({
                url: Redacted.make(database.url),
                pool: 2,
                statementTimeout: Duration.seconds(20)
              })
            ),
            Layer.orDie
          )
        )
        yield* Effect.gen(function* () {
          const find = atomically(
            OwnerCandidates.use((candidates) => candidates.listOperators(organizationIds.A, [operatorSubject("team")]))
          )
          assert.deepStrictEqual(
            (yield* find).map(({ teamIds }) => teamIds.length),
            [1]
          )
          const { release } = yield* holdRows(database, removal, [operatorSubject("team")])
          const waiting = yield* Effect.forkChild(find)
          yield* eventually("the operator is waited for", areWaiting(database, 1))
          yield* release
          assert.deepStrictEqual(
            (yield* Fiber.join(waiting)).map(({ teamIds }) => teamIds),
            [[]]
          )
        }).pipe(Effect.provideContext(services))
      }).pipe(Effect.scoped)
  )
})
