import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { expiryOf, newFulfillment } from "../../../src/domain/fulfillments/newFulfillment.ts"
import { MemberId } from "../../../src/domain/members/Member.ts"
import type { OfferOccasion } from "../../../src/domain/offers/offerEligibility.ts"
import type { OfferForMember } from "../../../src/domain/offers/OfferForMember.ts"
import * as DigestsLayer from "../../../src/layers/DigestsLayer.ts"
import * as VaultLayer from "../../../src/layers/VaultLayer.ts"
import { claimId } from "../../support/claims.ts"
import { now, occasion, offer, stayAt, venue } from "../../support/datasets/offerStandings.ts"

const [lisbon, tokyo] = [venue(101), venue(103, 1, "Asia/Tokyo")]

const expiry = (claimTtlHours: number | null, checkOut?: string | null, at = lisbon) =>
  DateTime.formatIso(
    expiryOf({ claimTtlHours }, { stay: checkOut === undefined ? null : stayAt(at, { checkOut }) }, now)
  )

const secret = Redacted.make("a secret for tests")
const services = VaultLayer.layer(secret).pipe(
  Layer.provideMerge(DigestsLayer.layer(secret)),
  Layer.provideMerge(SecureRandom.layerWebCrypto)
)

const claimed = (facts: Partial<OfferForMember>, at: Partial<OfferOccasion> = { checkInDate: "2026-03-05" }) =>
  newFulfillment({
    id: claimId(1),
    memberId: MemberId.make(1),
    note: "By the window",
    offer: offer({ venue: lisbon, ...facts }),
    occasion: occasion(at)
  }).pipe(Effect.provide(services))

describe("newFulfillment", () => {
  it("MEM-088: a claim ends after the hours of its offer, or after 720 if it has none", () => {
    assert.deepStrictEqual([expiry(48), expiry(null)], ["2026-03-06T20:00:00.000Z", "2026-04-03T20:00:00.000Z"])
    assert.strictEqual(expiry(48, null), "2026-03-06T20:00:00.000Z")
  })

  it("MEM-088: a claim may end sooner; the day after check-out ends it, at midnight in the venue's time zone", () => {
    assert.strictEqual(expiry(720, "2026-03-12"), "2026-03-13T00:00:00.000Z")
    assert.strictEqual(expiry(720, "2026-03-12", tokyo), "2026-03-12T15:00:00.000Z")
    assert.strictEqual(expiry(48, "2026-03-12"), "2026-03-06T20:00:00.000Z")
  })

  it("MEM-088: however early its end, a claim lasts an hour", () => {
    assert.strictEqual(expiry(720, "2026-03-03"), "2026-03-04T21:00:00.000Z")
    // Midnight is 19 hours and 4 hours away.
    assert.strictEqual(expiry(720, "2026-03-04", tokyo), "2026-03-04T21:00:00.000Z")
    assert.strictEqual(expiry(720, "2026-03-04"), "2026-03-05T00:00:00.000Z")
  })

  it.effect("MEM-088, F1: a claim without approval is claimed at once, with a code and its price", () =>
    Effect.gen(function* () {
      const { code, row, venue: at } = yield* claimed({ redemptionType: "propertySpecific" })
      assert.match(code ?? "", /^[0-9A-HJKMNP-TV-Z]{8}$/)
      assert.isString(row.verificationCodeHash)
      assert.isString(row.verificationCodeEnc)
      assert.deepStrictEqual(at, lisbon)
      assert.deepInclude(row, {
        status: "claimed",
        propertyId: lisbon.id,
        pointsCharged: 500,
        checkInDate: "2026-03-05",
        note: "By the window",
        reservationId: null,
        codeValid: true,
        codesShownAt: now,
        claimedAt: now,
        approvedAt: null,
        version: 1
      })
    })
  )

  it.effect("MEM-088, F2: a claim that needs approval is pending_approval and has no code yet", () =>
    Effect.gen(function* () {
      const { code, row } = yield* claimed({ redemptionType: "propertySpecific", approvalRequired: true })
      assert.isNull(code)
      assert.deepInclude(row, { status: "pending_approval", codeValid: false, codesShownAt: null })
      assert.isNull(row.verificationCodeHash)
    })
  )

  it.effect("MEM-088: a claim for a stay has the stay's id, check-in date and venue", () =>
    Effect.gen(function* () {
      const stay = stayAt(lisbon)
      const { row } = yield* claimed({ redemptionType: "direct" }, { stay })
      assert.deepInclude(row, { reservationId: stay.id, checkInDate: stay.checkIn, propertyId: lisbon.id })
    })
  )

  it.effect("MEM-088: a journeyInternal claim and a claim without a venue have no code", () =>
    Effect.gen(function* () {
      assert.isNull((yield* claimed({ redemptionType: "journeyInternal" })).code)
      assert.isNull((yield* claimed({ redemptionType: "direct", venue: null })).code)
    })
  )
})
