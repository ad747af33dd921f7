import { assert, describe, it } from "@effect/vitest"
import { claimSameness } from "../../../src/domain/offers/claimOffer.ts"
import type { OfferClaim } from "../../../src/domain/offers/OfferClaim.ts"
import { ReservationXid } from "../../../src/domain/reservations/Reservation.ts"

const claim: OfferClaim = {
  propertyId: "venue-1",
  reservationId: ReservationXid.make("stay-1"),
  checkInDate: "2026-03-05",
  note: "By the window",
  expectedPoints: 500
}

describe("claimSameness", () => {
  const changes: ReadonlyArray<OfferClaim> = [
    { propertyId: "venue-2" },
    { reservationId: ReservationXid.make("stay-2") },
    { checkInDate: "2026-03-06" },
    { note: "By the door" },
    { expectedPoints: 501 }
  ]
  it.each(changes)("MEM-088: a different %j is a different claim, and so is none", (change) => {
    const same = claimSameness("offer", claim)
    const without = Object.fromEntries(Object.entries(claim).filter(([name]) => !(name in change)))
    assert.notStrictEqual(claimSameness("offer", { ...claim, ...change }), same)
    assert.notStrictEqual(claimSameness("offer", without), same)
  })

  it("MEM-088: a different offer is a different claim; the order of fields does not matter", () => {
    assert.notStrictEqual(claimSameness("other", claim), claimSameness("offer", claim))
    const reversed = Object.fromEntries(Object.entries(claim).toReversed())
    assert.strictEqual(claimSameness("offer", reversed), claimSameness("offer", claim))
  })
})
