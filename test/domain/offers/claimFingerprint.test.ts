import { assert, describe, it } from "@effect/vitest"
import { claimFingerprint } from "../../../src/domain/offers/claimOffer.ts"
import type { OfferClaim } from "../../../src/domain/offers/OfferClaim.ts"
import { ReservationXid } from "../../../src/domain/reservations/Reservation.ts"

const claim: OfferClaim = {
  propertyId: "venue-1",
  reservationId: ReservationXid.make("stay-1"),
  checkInDate: "2026-03-05",
  note: "By the window",
  expectedPoints: 500
}

describe("claimFingerprint", () => {
  const changes: ReadonlyArray<OfferClaim> = [
    { propertyId: "venue-2" },
    { reservationId: ReservationXid.make("stay-2") },
    { checkInDate: "2026-03-06" },
    { note: "By the door" },
    { expectedPoints: 501 }
  ]
  it.each(changes)("MEM-088: the fingerprint differs with %j, and without that field", (change) => {
    const same = claimFingerprint("offer", claim)
    const without = Object.fromEntries(Object.entries(claim).filter(([name]) => !(name in change)))
    assert.notStrictEqual(claimFingerprint("offer", { ...claim, ...change }), same)
    assert.notStrictEqual(claimFingerprint("offer", without), same)
  })

  it("MEM-088: the fingerprint depends on the offer, and not on the order of fields", () => {
    assert.notStrictEqual(claimFingerprint("other", claim), claimFingerprint("offer", claim))
    const reversed = Object.fromEntries(Object.entries(claim).toReversed())
    assert.strictEqual(claimFingerprint("offer", reversed), claimFingerprint("offer", claim))
  })
})
