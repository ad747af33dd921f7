import { Schema } from "effect"
import { EligibilityCode, EligibilityFacts, eligibilityReason } from "../eligibility/Eligibility.ts"
import type { Failure } from "../shared/Failure.ts"

/** Unknown and unpublished offers are indistinguishable (MEM-061). */
export class OfferMissing extends Schema.TaggedError<OfferMissing>()("OfferMissing", {}) {
  static readonly failure: Failure = { kind: "missing", code: "offer_not_found", title: "No such offer" }
  override get message() {
    return "There is no such offer"
  }
}

/** The member is not eligible here and now. List and detail give the same reason (MEM-088). */
export class OfferIneligible extends Schema.TaggedError<OfferIneligible>()("OfferIneligible", {
  code: EligibilityCode,
  facts: EligibilityFacts
}) {
  static readonly failure: Failure = {
    kind: "invalid",
    code: "offer_not_eligible",
    title: "The member is not eligible for this offer"
  }
  override get message() {
    return eligibilityReason(this.code, this.facts)
  }
}

/** The claim refers to a stay that is not the member's: unknown and foreign stays are indistinguishable (MEM-088). */
export class ClaimStayMissing extends Schema.TaggedError<ClaimStayMissing>()("ClaimStayMissing", {}) {
  static readonly failure: Failure = {
    kind: "invalid",
    code: "reservation_not_found",
    title: "The claim refers to a stay that is not the member's"
  }
  override get message() {
    return "There is no such stay"
  }
}

/** The price differs from the one that the member expects; nothing was charged (MEM-088). */
export class PriceChanged extends Schema.TaggedError<PriceChanged>()("PriceChanged", { pointsRequired: Schema.Int }) {
  static readonly failure: Failure = { kind: "conflict", code: "price_changed", title: "The price has changed" }
  override get message() {
    return `The offer now costs ${this.pointsRequired} points`
  }
}

/** No code is left; nothing was charged (MEM-088). */
export class SoldOut extends Schema.TaggedError<SoldOut>()("SoldOut", {}) {
  static readonly failure: Failure = { kind: "conflict", code: "sold_out", title: "The offer is sold out" }
  override get message() {
    return "No codes are left for this offer"
  }
}
