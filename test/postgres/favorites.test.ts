import { assert, it } from "@effect/vitest"
import { Duration, Effect, Fiber } from "effect"
import { memberIds, memberXid } from "../../src/demo/demoMembers.ts"
import { venueDocumentId, venues } from "../../src/demo/venues.ts"
import { MemberCaller } from "../../src/domain/access/MemberCaller.ts"
import { addFavorite } from "../../src/domain/favorites/addFavorite.ts"
import { removeFavorite } from "../../src/domain/favorites/removeFavorite.ts"
import { mergeMembers } from "../../src/domain/members/mergeMembers.ts"
import { eventually } from "../support/eventually.ts"
import type { Database } from "../support/servers/Database.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { holdRows } from "../support/servers/holdRows.ts"
import { inTransaction } from "../support/servers/inTransaction.ts"
import { areWaiting, isWaiting } from "../support/servers/lockWaits.ts"
import { postgres } from "../support/servers/servers.ts"
import { servicesOn } from "../support/servers/servicesOn.ts"

const { M1, M3 } = memberIds

const start = Effect.gen(function* () {
  const database = yield* demoDatabase
  const services = yield* servicesOn(database, { pool: 4, statementTimeout: Duration.seconds(30) })
  return { database, services }
})

const merge = mergeMembers({ mergeId: "it-merge", sourceId: M1, targetId: M3 })

const asM1 = Effect.provideService(MemberCaller, { memberId: M1, xid: memberXid("M1"), emailVerified: true })

const favoritesOf = ({ query }: Database, memberId: number) =>
  Effect.map(query("SELECT property_id FROM favorites WHERE member_id = $1 ORDER BY property_id", [memberId]), (rows) =>
    rows.map(([propertyId]) => propertyId)
  )

postgres.describe("favorites on PostgreSQL", () => {
  it.live(
    "DOMAIN 4.5, MEM-003: a favorite added while the account is merged does not stay with the closed account",
    () =>
      Effect.gen(function* () {
        const { database, services } = yield* start
        const held = yield* holdRows(database, "SELECT FROM members WHERE id = $1 FOR UPDATE", [M3])
        const merging = yield* Effect.forkChild(Effect.provideContext(merge, services))
        yield* eventually("the merge waits for the target", isWaiting(database))
        const adding = yield* inTransaction(addFavorite(venueDocumentId("V2"))).pipe(
          asM1,
          Effect.match({ onSuccess: () => "added", onFailure: ({ _tag }) => _tag }),
          Effect.provideContext(services),
          Effect.forkChild
        )
        yield* eventually("the favorite waits for the merge", areWaiting(database, 2))
        yield* held.release
        yield* Fiber.join(merging)
        assert.strictEqual(yield* Fiber.join(adding), "TokenRefused")
        assert.deepStrictEqual(yield* favoritesOf(database, M1), [])
      }).pipe(Effect.scoped)
  )

  it.live("DOMAIN 4.5: a merge that waits for the removal of a favorite does not restore it", () =>
    Effect.gen(function* () {
      const { database, services } = yield* start
      // The removal ends in the audit log.
      const held = yield* holdRows(database, "LOCK TABLE audit_log IN SHARE MODE", [])
      const removing = yield* inTransaction(removeFavorite(venueDocumentId("V1"))).pipe(
        asM1,
        Effect.provideContext(services),
        Effect.forkChild
      )
      yield* eventually("the removal has begun", isWaiting(database))
      const merging = yield* Effect.forkChild(Effect.provideContext(merge, services))
      yield* eventually("the merge waits for the removal", areWaiting(database, 2))
      yield* held.release
      yield* Fiber.join(removing)
      yield* Fiber.join(merging)
      assert.deepStrictEqual(yield* favoritesOf(database, M3), [venues.V3.id, venues.D2.id])
    }).pipe(Effect.scoped)
  )
})
