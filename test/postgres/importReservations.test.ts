import { assert, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Stream } from "effect"
import { memberIds, memberXid } from "../../src/demo/demoMembers.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { venueDocumentId } from "../../src/demo/venues.ts"
import { ndjson } from "../../src/domain/imports/ndjson.ts"
import { mergeMembers } from "../../src/domain/members/mergeMembers.ts"
import { importReservations } from "../../src/domain/reservations/importReservations.ts"
import { ReservationLine } from "../../src/domain/reservations/ReservationLine.ts"
import { eventually } from "../support/eventually.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { holdRows } from "../support/servers/holdRows.ts"
import { areWaiting, isWaiting } from "../support/servers/lockWaits.ts"
import { postgres } from "../support/servers/servers.ts"
import { servicesOn } from "../support/servers/servicesOn.ts"

const { M1, M3 } = memberIds

const line = (reservationId: string, memberId?: string) =>
  JSON.stringify({ reservationId, propertyId: venueDocumentId("V1"), status: "confirmed", memberId })

const importLine = (text: string) =>
  importReservations({
    organizationId: organizationIds.A,
    chunks: Stream.make(text),
    read: ndjson(ReservationLine),
    dryRun: false,
    onProgress: () => Effect.void
  })

postgres.describe("imports of reservations on PostgreSQL", () => {
  for (const isNew of [true, false]) {
    it.live(
      `DOMAIN 4.5: ${isNew ? "a new" : "an unlinked"} stay is not linked to an account merged during its import`,
      () =>
        Effect.gen(function* () {
          const database = yield* demoDatabase
          const services = yield* servicesOn(database, { pool: 4, statementTimeout: Duration.seconds(30) })
          yield* Effect.gen(function* () {
            if (!isNew) yield* importLine(line("raced"))
            const held = yield* holdRows(database, "SELECT FROM members WHERE id = $1 FOR UPDATE", [M3])
            const merging = yield* Effect.forkChild(mergeMembers({ mergeId: "it-merge", sourceId: M1, targetId: M3 }))
            yield* eventually("the merge waits for the target", isWaiting(database))
            const importing = yield* Effect.forkChild(importLine(line("raced", memberXid("M1"))))
            yield* eventually("the import waits for the merge", areWaiting(database, 2))
            yield* held.release
            yield* Fiber.join(merging)
            const { rejections } = yield* Fiber.join(importing)
            assert.deepStrictEqual(
              rejections.map(({ reason }) => reason),
              ["was changed concurrently: import it again"]
            )
            assert.strictEqual((yield* importLine(line("raced", memberXid("M1")))).rejected, 0)
            assert.deepStrictEqual(
              yield* database.query("SELECT member_id FROM reservations WHERE external_id = 'raced'"),
              [[M3]]
            )
          }).pipe(Effect.provideContext(services))
        }).pipe(Effect.scoped)
    )
  }
})
