import { assert, it } from "@effect/vitest"
import { Duration, Effect, Fiber } from "effect"
import { memberIds, memberXid } from "../../src/demo/demoMembers.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { offerXid } from "../../src/demo/offerPlan.ts"
import { stays } from "../../src/demo/stays.ts"
import { MemberCaller } from "../../src/domain/access/MemberCaller.ts"
import { FulfillmentId } from "../../src/domain/fulfillments/Fulfillment.ts"
import { rejectFulfillment } from "../../src/domain/fulfillments/rejectFulfillment.ts"
import { closeMember } from "../../src/domain/members/closeMember.ts"
import { mergeMembers } from "../../src/domain/members/mergeMembers.ts"
import { claimOffer } from "../../src/domain/offers/claimOffer.ts"
import { changeReservation } from "../../src/domain/reservations/changeReservation.ts"
import { ReservationXid } from "../../src/domain/reservations/Reservation.ts"
import { eventually } from "../support/eventually.ts"
import { deadlocks } from "../support/servers/deadlocks.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { holdRows } from "../support/servers/holdRows.ts"
import { inTransaction } from "../support/servers/inTransaction.ts"
import { areWaiting, isWaiting } from "../support/servers/lockWaits.ts"
import { postgres } from "../support/servers/servers.ts"
import { servicesOn } from "../support/servers/servicesOn.ts"

const { M1, M2, M3 } = memberIds

const stayId = ReservationXid.make(stays.find(({ name }) => name === "open")?.externalId ?? assert.fail())

const claim = inTransaction(
  claimOffer({ offerId: offerXid("stay_gift"), claim: { reservationId: stayId } }, "all")
).pipe(Effect.provideService(MemberCaller, { memberId: M1, xid: memberXid("M1"), emailVerified: true }))

const reject = (fulfillmentId: string) =>
  inTransaction(
    rejectFulfillment({
      fulfillmentId: FulfillmentId.make(fulfillmentId),
      reach: { organizationIds: [organizationIds.A], venueIds: "all" },
      actor: { kind: "key", id: "desk", name: "Desk" },
      note: undefined,
      reason: "The house is full"
    })
  )

/** What takes back the open claims of M1 or of the stay. */
const operations = {
  closing: closeMember(M1),
  merge: mergeMembers({ mergeId: "it-merge", sourceId: M1, targetId: M3 }),
  cancellation: changeReservation({
    organizationId: organizationIds.A,
    externalId: stayId,
    messageId: "it-cancel",
    change: { status: "cancelled" }
  })
}

postgres.describe("claims on PostgreSQL that appear while others are taken back", () => {
  for (const [name, operation] of Object.entries(operations)) {
    it.live(
      `DOMAIN 5.1: a ${name} that finds a claim after it has locked the wallet does not deadlock with a desk`,
      () =>
        Effect.gen(function* () {
          const database = yield* demoDatabase
          const services = yield* servicesOn(database, { pool: 4, statementTimeout: Duration.seconds(30) })
          yield* Effect.gen(function* () {
            const before = yield* deadlocks
            const { fulfillmentId } = yield* claim
            // The claim is hidden until the operation has locked the others.
            const hidden = "UPDATE fulfillments SET member_id = $2, reservation_id = NULL WHERE id = $1::uuid"
            const shown = `UPDATE fulfillments SET member_id = $2, reservation_id = r.id FROM reservations r
            WHERE fulfillments.id = $1::uuid AND r.external_id = $3`
            yield* database.query(hidden, [fulfillmentId, M2])
            const held = yield* holdRows(database, "SELECT FROM wallets WHERE member_id = $1 FOR UPDATE", [M1])
            const operating = yield* Effect.forkChild(operation)
            yield* eventually("the operation waits for the wallet", isWaiting(database))
            yield* database.query(shown, [fulfillmentId, M1, stayId])
            const rejecting = yield* Effect.forkChild(reject(fulfillmentId))
            yield* eventually("the desk waits for the wallet", areWaiting(database, 2))
            yield* held.release
            yield* Fiber.join(operating)
            yield* Fiber.join(rejecting)
            assert.strictEqual((yield* deadlocks) - before, 0)
            assert.strictEqual(
              yield* database.value("SELECT status FROM fulfillments WHERE id = $1::uuid", [fulfillmentId]),
              "rejected"
            )
          }).pipe(Effect.provideContext(services))
        }).pipe(Effect.scoped)
    )
  }
})
