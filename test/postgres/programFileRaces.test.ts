import { assert, it } from "@effect/vitest"
import { Duration, Effect, Fiber } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import { changeEntitlement } from "../../src/domain/benefits/changeEntitlement.ts"
import { replaceBenefitsOfGroup } from "../../src/domain/benefits/replaceBenefitsOfGroup.ts"
import type { ProgramFile } from "../../src/domain/programFiles/ProgramFile.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import { asDesk } from "../support/arrivalDesk.ts"
import { atTime } from "../support/atTime.ts"
import { file, now, refusals, run, sandbox } from "../support/datasets/programImports.ts"
import { eventually } from "../support/eventually.ts"
import { ofA } from "../support/reaches.ts"
import { migratedDatabase } from "../support/servers/freshDatabase.ts"
import { holdRows } from "../support/servers/holdRows.ts"
import { areWaiting } from "../support/servers/lockWaits.ts"
import { deadlocks } from "../support/servers/deadlocks.ts"
import { meeting } from "../support/servers/meeting.ts"
import { postgres } from "../support/servers/servers.ts"
import { servicesOn } from "../support/servers/servicesOn.ts"

/** The rows that the file was exported from. */
const start = Effect.gen(function* () {
  const database = yield* migratedDatabase
  const services = yield* servicesOn(database, { pool: 4, statementTimeout: Duration.seconds(30) })
  yield* Effect.provideContext(insertDataset(sandbox), services)
  return { database, services }
})

const asEditor = <A, E, R>(edit: Effect.Effect<A, E, R>) => atomically(edit).pipe(asDesk(ofA), atTime(now))

const only = <Row>(rows: ReadonlyArray<Row>, isSought: (row: Row) => boolean): Row => {
  const [row] = rows.filter(isSought)
  assert(row !== undefined)
  return row
}

/** The first group with several benefits. */
const group = only(file.groups, ({ benefitIds }) => benefitIds.length > 1)

const benefitsWhere = (change: (benefit: ProgramFile["benefits"][number]) => object): ProgramFile => ({
  ...file,
  benefits: file.benefits.map((benefit) => ({ ...benefit, ...change(benefit) }))
})

interface UncommittedChange {
  readonly statement: string
  readonly parameters: ReadonlyArray<unknown>
}

/** The report of an import that begins while a change is uncommitted. */
const importBeside = Effect.fnUntraced(function* (
  { database, services }: Effect.Success<typeof start>,
  { parameters, statement }: UncommittedChange,
  of: ProgramFile
) {
  const held = yield* holdRows(database, statement, parameters)
  const importing = yield* Effect.forkChild(Effect.provideContext(run(of), services))
  yield* Effect.raceFirst(eventually("the import waits", areWaiting(database, 1)), Fiber.await(importing))
  yield* held.release
  return yield* Fiber.join(importing)
})

postgres.describe("imports of a program, beside the Partner API", () => {
  it.live("DOMAIN 8.3: a pool that is archived while an import changes it stays archived, and is refused", () =>
    Effect.gen(function* () {
      const [pool] = file.pools
      assert(pool !== undefined)
      const started = yield* start
      const report = yield* importBeside(
        started,
        { statement: "UPDATE offer_code_pools SET status = 'archived' WHERE xid = $1", parameters: [pool.poolId] },
        { ...file, pools: file.pools.map((one) => ({ ...one, lowStockThreshold: 7 })) }
      )
      assert.deepStrictEqual(refusals(report), [`pool ${pool.name}: it is archived`])
      const left = yield* started.database.value("SELECT status FROM offer_code_pools WHERE xid = $1", [pool.poolId])
      assert.strictEqual(left, "archived")
    })
  )

  it.live("PAR-131: a benefit that is archived while an import entitles a tier to it is refused", () =>
    Effect.gen(function* () {
      const started = yield* start
      const { database } = started
      const [entitlement] = file.entitlements
      assert(entitlement !== undefined)
      const { benefitId } = entitlement
      const benefit = only(file.benefits, (one) => one.benefitId === benefitId)
      const active = `SELECT count(*)::integer FROM entitlements e JOIN benefits b ON b.id = e.benefit_id
        WHERE b.xid = $1 AND e.active`
      yield* database.query(
        "UPDATE entitlements SET active = false WHERE benefit_id = (SELECT id FROM benefits WHERE xid = $1)",
        [benefitId]
      )
      const archiving = {
        statement: "UPDATE benefits SET archived_at = now() WHERE xid = $1",
        parameters: [benefitId]
      }
      const report = yield* importBeside(started, archiving, file)
      assert.include(refusals(report), `benefit ${benefit.name}: it is archived`)
      assert.strictEqual(yield* database.value(active, [benefitId]), 0)
    })
  )

  it.live("an import waits for a change of the venues of a benefit, and then makes them those of the file", () =>
    Effect.gen(function* () {
      const benefit = only(file.benefits, ({ venueIds }) => venueIds.length > 0)
      const { V1, V2, V3 } = demoIds.venues
      const wanted = [V1, V2, V3].toSorted()
      const started = yield* start
      const changing = {
        statement: `WITH locked AS (SELECT organization_id, id FROM benefits WHERE xid = $1 FOR NO KEY UPDATE)
        INSERT INTO benefit_venues (organization_id, benefit_id, property_id)
        SELECT locked.organization_id, locked.id, p.id FROM locked JOIN properties p ON p.document_id = ANY($2)
        ON CONFLICT DO NOTHING`,
        parameters: [benefit.benefitId, wanted]
      }
      const report = yield* importBeside(
        started,
        changing,
        benefitsWhere(({ benefitId }) => (benefitId === benefit.benefitId ? { venueIds: wanted } : {}))
      )
      assert.deepStrictEqual(refusals(report), [])
      const venues = yield* started.database.query(
        `SELECT p.document_id FROM benefit_venues v JOIN properties p ON p.id = v.property_id
        JOIN benefits b ON b.id = v.benefit_id WHERE b.xid = $1 ORDER BY p.document_id COLLATE "C"`,
        [benefit.benefitId]
      )
      assert.deepStrictEqual(venues.flat(), wanted)
    })
  )

  it.live("a group that is removed while an import changes its benefits is created by the import", () =>
    Effect.gen(function* () {
      const benefitIds = group.benefitIds.toReversed()
      const started = yield* start
      const removing = { statement: "DELETE FROM benefit_groups WHERE xid = $1", parameters: [group.groupId] }
      const report = yield* importBeside(started, removing, {
        ...file,
        groups: file.groups.map((one) => (one.groupId === group.groupId ? { ...one, benefitIds } : one))
      })
      assert.deepStrictEqual(refusals(report), [])
      const listed = yield* started.database.query(
        `SELECT b.xid FROM benefit_group_items i JOIN benefits b ON b.id = i.benefit_id
        JOIN benefit_groups g ON g.id = i.group_id WHERE g.xid = $1 ORDER BY i.position`,
        [group.groupId]
      )
      assert.deepStrictEqual(listed.flat(), benefitIds)
    })
  )

  it.live("an import and a replacement of a group's benefits wait for each other without a deadlock", () =>
    Effect.gen(function* () {
      const { database, services } = yield* start
      const ordered = yield* database.query("SELECT xid FROM benefits WHERE xid = ANY($1) ORDER BY id", [
        group.benefitIds
      ])
      const [first, last] = [ordered.flat()[0], ordered.flat().at(-1)]
      const changed = {
        ...benefitsWhere(({ benefitId }) => (benefitId === last ? { description: "Changed" } : {})),
        groups: file.groups.map((one) => ({ ...one, description: "Changed" }))
      }
      const { repeated, results } = yield* meeting(
        database,
        { statement: "SELECT FROM benefits WHERE xid = $1 FOR UPDATE", parameters: [first] },
        asEditor(replaceBenefitsOfGroup(group.groupId, group.benefitIds.toReversed())),
        run(changed)
      ).pipe(Effect.provideContext(services))
      assert.deepStrictEqual(refusals(results[1]), [])
      assert.strictEqual(repeated, 0)
    })
  )

  it.live("an import and an activation of an entitlement wait for each other without a deadlock", () =>
    Effect.gen(function* () {
      const { database, services } = yield* start
      const before = yield* deadlocks
      const entitlement = only(file.entitlements, ({ active }) => active)
      yield* database.query("UPDATE entitlements SET active = false WHERE xid = $1", [entitlement.entitlementId])
      const held = yield* holdRows(database, "SELECT FROM benefit_groups WHERE xid = $1 FOR UPDATE", [group.groupId])
      const changed = {
        ...benefitsWhere(() => ({ description: "Changed" })),
        groups: file.groups.map((one) => ({ ...one, description: "Changed" }))
      }
      const importing = yield* Effect.forkChild(Effect.provideContext(run(changed), services))
      yield* eventually("the import waits for a group", areWaiting(database, 1))
      const activating = yield* Effect.forkChild(
        Effect.provideContext(asEditor(changeEntitlement(entitlement.entitlementId, { active: true })), services)
      )
      yield* Effect.raceFirst(eventually("the activation waits", areWaiting(database, 2)), Fiber.await(activating))
      yield* held.release
      yield* Fiber.join(activating)
      assert.deepStrictEqual(refusals(yield* Fiber.join(importing)), [])
      assert.strictEqual(yield* deadlocks, before)
    })
  )
})
