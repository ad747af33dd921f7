import { assert, it } from "@effect/vitest"
import { Duration, Effect, Stream } from "effect"
import { memberIds, memberXid } from "../../src/demo/demoMembers.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { venueDocumentId } from "../../src/demo/venues.ts"
import { ndjson } from "../../src/domain/imports/ndjson.ts"
import { mergeMembers } from "../../src/domain/members/mergeMembers.ts"
import { importReservations } from "../../src/domain/reservations/importReservations.ts"
import { ReservationLine } from "../../src/domain/reservations/ReservationLine.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { meeting } from "../support/servers/meeting.ts"
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

const datesLine = (dates: Partial<Record<"checkIn" | "checkOut", string>>) =>
  JSON.stringify({ reservationId: "raced", propertyId: venueDocumentId("V1"), status: "confirmed", ...dates })

postgres.describe("imports of reservations on PostgreSQL", () => {
  it.live("DOMAIN 6.1: of two imports that set the dates of a stay apart, the second is rejected, line by line", () =>
    Effect.gen(function* () {
      const database = yield* demoDatabase
      const services = yield* servicesOn(database, { pool: 4, statementTimeout: Duration.seconds(30) })
      yield* Effect.gen(function* () {
        yield* importLine(datesLine({ checkIn: "2026-07-01", checkOut: "2026-07-05" }))
        const { results } = yield* meeting(
          database,
          { statement: "SELECT FROM reservations WHERE external_id = 'raced' FOR UPDATE", parameters: [] },
          importLine(datesLine({ checkIn: "2026-07-04" })),
          importLine(`${datesLine({ checkOut: "2026-07-02" })}\n${line("next")}`)
        )
        assert.deepStrictEqual(
          results.map(({ created, rejections, updated }) => ({ created, rejections, updated })),
          [
            { created: 0, rejections: [], updated: 1 },
            { created: 1, rejections: [{ line: 1, reason: "was changed concurrently: import it again" }], updated: 0 }
          ]
        )
        assert.deepStrictEqual(
          yield* database.query("SELECT check_in::text, check_out::text FROM reservations WHERE external_id = 'raced'"),
          [["2026-07-04", "2026-07-05"]]
        )
      }).pipe(Effect.provideContext(services))
    }).pipe(Effect.scoped)
  )

  for (const isNew of [true, false]) {
    it.live(
      `DOMAIN 4.5: ${isNew ? "a new" : "an unlinked"} stay is not linked to an account merged during its import`,
      () =>
        Effect.gen(function* () {
          const database = yield* demoDatabase
          const services = yield* servicesOn(database, { pool: 4, statementTimeout: Duration.seconds(30) })
          yield* Effect.gen(function* () {
            if (!isNew) yield* importLine(line("raced"))
            const { results } = yield* meeting(
              database,
              { statement: "SELECT FROM members WHERE id = $1 FOR UPDATE", parameters: [M3] },
              mergeMembers({ mergeId: "it-merge", sourceId: M1, targetId: M3 }),
              importLine(line("raced", memberXid("M1")))
            )
            assert.deepStrictEqual(
              results[1].rejections.map(({ reason }) => reason),
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
