import { assert, it } from "@effect/vitest"
import { DateTime, Duration, Effect, Layer, Redacted } from "effect"
import { demoDataset } from "../../src/demo/demoDataset.ts"
import { programXid } from "../../src/demo/demoPrograms.ts"
import { RowStore } from "../../src/domain/dataset/RowStore.ts"
import { exportProgram } from "../../src/domain/programFiles/exportProgram.ts"
import * as DatabaseLayer from "../../src/layers/DatabaseLayer.ts"
import * as RowStoreLayer from "../../src/layers/RowStoreLayer.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import { migratedDatabase } from "../support/servers/freshDatabase.ts"
import { postgres } from "../support/servers/servers.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00Z")

const filled = Effect.gen(function* () {
  const database = yield* migratedDatabase
  const services = yield* Layer.build(
    RowStoreLayer.layerSql.pipe(
      Layer.provideMerge(
        DatabaseLayer.layerServer({
          url: Redacted.make(database.url),
          pool: 2,
          statementTimeout: Duration.seconds(30)
        })
      )
    )
  )
  yield* insertDataset(demoDataset(now)).pipe(Effect.provideContext(services), Effect.orDie)
  return { database, services }
})

/** A new tier of program A that is entitled to one of its benefits. */
const entitledTier = `
  WITH tier AS (
    INSERT INTO tiers (xid, organization_id, program_id, name, level, qualifying_points, multiplier, validity_months, updated_at)
    SELECT 'added', p.organization_id, p.id, 'Added', 90, 90000, 2, 12, now() FROM programs p WHERE p.xid = '${programXid("A")}'
    RETURNING id, organization_id, program_id
  )
  INSERT INTO entitlements (
    xid, organization_id, program_id, tier_id, benefit_id, quantity_per_stay, active, created_at, updated_at
  )
  SELECT 'added', tier.organization_id, tier.program_id, tier.id, (
    SELECT min(en.benefit_id) FROM entitlements en WHERE en.program_id = tier.program_id
  ), 1, true, now(), now() FROM tier`

/** A store that is written to after the tiers have been read. */
const writtenTo = (store: RowStore["Service"], write: Effect.Effect<unknown>) =>
  RowStore.of({
    ...store,
    of: (name) => {
      const rows = store.of(name)
      return name === "entitlements"
        ? { ...rows, list: (where, listing) => Effect.andThen(write, rows.list(where, listing)) }
        : rows
    }
  })

postgres.describe("hub program export, beside the service", () => {
  it.live("exports one snapshot, even if a tier is added and entitled to a benefit meanwhile", () =>
    Effect.gen(function* () {
      const { database, services } = yield* filled
      const program = exportProgram(programXid("A"))
      const before = yield* Effect.provideContext(program, services)
      const store = yield* Effect.provideContext(RowStore, services)
      const during = yield* Effect.provideService(program, RowStore, writtenTo(store, database.query(entitledTier)))
      assert.deepStrictEqual(during, before)
      const { tiers } = yield* Effect.provideContext(program, services)
      assert.strictEqual(tiers.at(-1)?.tierId, "added")
    })
  )
})
