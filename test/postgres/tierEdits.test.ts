import { assert, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { demoIds } from "../../src/demo/demoIds.ts"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { programIds, programXid, tierId, tierXid } from "../../src/demo/demoPrograms.ts"
import { createEntitlement } from "../../src/domain/benefits/createEntitlement.ts"
import { MemberId } from "../../src/domain/members/Member.ts"
import { qualifyMember } from "../../src/domain/members/qualifyMember.ts"
import { changeTier } from "../../src/domain/programs/changeTier.ts"
import { removeTier } from "../../src/domain/programs/removeTier.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { ResourceInUse } from "../../src/domain/shared/ResourceConflicts.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import { asDesk } from "../support/arrivalDesk.ts"
import { demo, now } from "../support/arrivalServices.ts"
import { atTime } from "../support/atTime.ts"
import { holdRows } from "../support/servers/holdRows.ts"
import { eventually } from "../support/eventually.ts"
import { ofA } from "../support/reaches.ts"
import { connection } from "../support/servers/Database.ts"
import { migratedDatabase } from "../support/servers/freshDatabase.ts"
import { areWaiting, isWaiting } from "../support/servers/lockWaits.ts"
import { deadlocks } from "../support/servers/deadlocks.ts"
import { postgres } from "../support/servers/servers.ts"
import { servicesOn } from "../support/servers/servicesOn.ts"

/** The demo data, in which M1 and others of Silver have a period that is over. */
const start = Effect.fnUntraced(function* (others: number) {
  const database = yield* migratedDatabase
  const services = yield* servicesOn(database, { pool: 4, statementTimeout: Duration.seconds(30) })
  yield* Effect.provideContext(insertDataset(demo), services)
  yield* database.query(
    `WITH added AS (
      INSERT INTO members (xid, identity_subject, first_name, last_name, email, status, created_at)
      SELECT lpad(n::text, 26, '0'), 'other' || n, 'Other', n::text, n || '@example.com', 'active', now()
      FROM generate_series(1, $1::integer) n RETURNING id
    )
    INSERT INTO enrolments (
      organization_id, program_id, member_id, tier_id, qualifying_points, qualifying_nights, status, enrolled_at
    )
    SELECT t.organization_id, t.program_id, added.id, t.id, 0, 0, 'active', now()
    FROM tiers t CROSS JOIN added WHERE t.id = $2`,
    [others, tierId("A", 2)]
  )
  yield* database.query(
    `UPDATE enrolments SET tier_expires_at = '2026-05-01', tier_id = $1
    WHERE program_id = $2 AND (member_id = $3 OR tier_id = $1)`,
    [tierId("A", 2), programIds.A, memberIds.M1]
  )
  return { database, services }
})

const asEditor = <A, E, R>(edit: Effect.Effect<A, E, R>) => atomically(edit).pipe(asDesk(ofA), atTime(now))

const raiseGold = asEditor(changeTier(programXid("A"), tierXid("A", 3), { qualifyingPoints: 6000 }))

const ended = `SELECT count(*)::integer FROM enrolments WHERE tier_expires_at < '2026-05-10'`

postgres.describe("edits of tiers whose periods are over", () => {
  it.live("DOMAIN 4.4: an edit ends the periods of 300 members by as many statements as those of 3", () =>
    Effect.gen(function* () {
      const statements = yield* Effect.forEach([3, 300], (others) =>
        Effect.gen(function* () {
          const { database, services } = yield* start(others)
          let count = 0
          const counting = Statement.CurrentTransformer.of((statement) =>
            Effect.sync(() => {
              count++
              return statement
            })
          )
          assert.isAbove(Number(yield* database.value(ended)), others)
          yield* raiseGold.pipe(
            Effect.provideService(Statement.CurrentTransformer, counting),
            Effect.provideContext(services)
          )
          assert.strictEqual(yield* database.value(ended), 0)
          return count
        })
      )
      assert.strictEqual(statements[1], statements[0])
    })
  )

  it.live("DOMAIN 5.1: an edit of a tier waits for a promotion to it without a deadlock", () =>
    Effect.gen(function* () {
      const { database, services } = yield* start(1)
      const before = yield* deadlocks
      const locked = yield* Deferred.make<void>()
      const promotion = yield* SqlClient.SqlClient.use((sql) =>
        sql.withTransaction(
          Effect.gen(function* () {
            const own = sql`program_id = ${programIds.A} AND member_id = ${memberIds.M1}`
            yield* sql`SELECT FROM enrolments WHERE ${own} FOR UPDATE`
            yield* Deferred.succeed(locked, undefined)
            yield* Effect.repeat(isWaiting(database), { until: (waits) => waits })
            yield* sql`UPDATE enrolments SET tier_id = ${tierId("A", 3)}, tier_expires_at = '2027-05-10' WHERE ${own}`
          })
        )
      ).pipe(Effect.provide(connection(database.url)), Effect.forkChild)
      yield* Deferred.await(locked)
      yield* Effect.provideContext(raiseGold, services)
      yield* Fiber.join(promotion)
      assert.strictEqual(yield* deadlocks, before)
      assert.strictEqual(yield* database.value(ended), 0)
    })
  )

  it.live("DOMAIN 8.3: a promotion that meets the removal of its tier is to the tier below", () =>
    Effect.gen(function* () {
      const { database, services } = yield* start(0)
      const diamond = "01890000-0000-7000-8000-00000000d1a0"
      yield* database.query(
        `INSERT INTO tiers (xid, organization_id, program_id, name, level, qualifying_points, multiplier, validity_months, updated_at)
        SELECT $1, organization_id, program_id, 'Diamond', 9, 900000, 1, 12, now() FROM tiers WHERE id = $2`,
        [diamond, tierId("A", 3)]
      )
      yield* database.query("UPDATE enrolments SET tier_expires_at = NULL")
      const held = yield* holdRows(database, "SELECT FROM tiers WHERE xid = $1 FOR UPDATE", [diamond])
      const removal = asEditor(removeTier(programXid("A"), diamond))
      const removing = yield* Effect.forkChild(Effect.provideContext(removal, services))
      yield* eventually("the removal waits for the tier", areWaiting(database, 1))
      const key = { programId: programIds.A, memberId: MemberId.make(memberIds.M1) }
      const promotion = atomically(qualifyMember(key, { points: 1_000_000, nights: 0 })).pipe(atTime(now))
      const promoting = yield* Effect.forkChild(Effect.provideContext(promotion, services))
      yield* eventually("the promotion waits for the removal", areWaiting(database, 2))
      yield* held.release
      yield* Fiber.join(removing)
      yield* Fiber.join(promoting)
      const tier = "SELECT tier_id FROM enrolments WHERE program_id = $1 AND member_id = $2"
      assert.strictEqual(yield* database.value(tier, [key.programId, key.memberId]), tierId("A", 3))
    }).pipe(Effect.scoped)
  )

  it.live("DOMAIN 8.3: the removal of a tier whose periods are over waits for its entitlement without a deadlock", () =>
    Effect.gen(function* () {
      const { database, services } = yield* start(1)
      const before = yield* deadlocks
      const benefitId = demoIds.benefits["transfer"] ?? ""
      const tier = tierXid("A", 2)
      yield* database.query("UPDATE enrolments SET qualifying_points = 0, qualifying_nights = 0")
      const held = yield* holdRows(database, "SELECT FROM benefits WHERE xid = $1 FOR UPDATE", [benefitId])
      const entitle = createEntitlement({ programId: programXid("A"), tierId: tier, benefitId })
      const entitling = yield* Effect.forkChild(Effect.provideContext(asEditor(entitle), services))
      yield* eventually("the entitlement waits for the benefit", areWaiting(database, 1))
      const removing = yield* Effect.forkChild(
        Effect.flip(Effect.provideContext(asEditor(removeTier(programXid("A"), tier)), services))
      )
      yield* eventually("the removal waits for the entitlement", areWaiting(database, 2))
      yield* held.release
      yield* Fiber.join(entitling)
      assert.deepStrictEqual(yield* Fiber.join(removing), new ResourceInUse({ usedBy: "entitlements" }))
      assert.strictEqual(yield* deadlocks, before)
    }).pipe(Effect.scoped)
  )
})
