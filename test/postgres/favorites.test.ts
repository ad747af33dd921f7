import { assert, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { memberIds, memberXid } from "../../src/demo/demoMembers.ts"
import { venueDocumentId, venues } from "../../src/demo/venues.ts"
import { MemberCaller } from "../../src/domain/access/MemberCaller.ts"
import { addFavorite } from "../../src/domain/favorites/addFavorite.ts"
import { removeFavorite } from "../../src/domain/favorites/removeFavorite.ts"
import { mergeMembers } from "../../src/domain/members/mergeMembers.ts"
import type { Database } from "../support/servers/Database.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { inTransaction } from "../support/servers/inTransaction.ts"
import { meeting } from "../support/servers/meeting.ts"
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
        const add = inTransaction(addFavorite(venueDocumentId("V2"))).pipe(
          asM1,
          Effect.match({ onSuccess: () => "added", onFailure: ({ _tag }) => _tag })
        )
        const { results } = yield* meeting(
          database,
          { statement: "SELECT FROM members WHERE id = $1 FOR UPDATE", parameters: [M3] },
          merge,
          add
        ).pipe(Effect.provideContext(services))
        assert.strictEqual(results[1], "TokenRefused")
        assert.deepStrictEqual(yield* favoritesOf(database, M1), [])
      }).pipe(Effect.scoped)
  )

  it.live("DOMAIN 4.5: a merge that waits for the removal of a favorite does not restore it", () =>
    Effect.gen(function* () {
      const { database, services } = yield* start
      // The removal ends in the audit log.
      const held = { statement: "LOCK TABLE audit_log IN SHARE MODE", parameters: [] }
      const remove = asM1(inTransaction(removeFavorite(venueDocumentId("V1"))))
      yield* Effect.provideContext(meeting(database, held, remove, merge), services)
      assert.deepStrictEqual(yield* favoritesOf(database, M3), [venues.V3.id, venues.D2.id])
    }).pipe(Effect.scoped)
  )
})
