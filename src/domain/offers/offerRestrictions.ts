import { Schema } from "effect"
import { EligibilityFacts, factsOf } from "../eligibility/Eligibility.ts"
import { hasStay, evaluateCheckIn, type OfferOccasion, venueOf } from "./offerEligibility.ts"
import type { OfferForMember } from "./OfferForMember.ts"

/** A condition of the offer on the stay (MEM-065). */
export const OfferRestriction = Schema.Struct({
  type: Schema.Literals(["requires_stay", "check_in_window"]).annotateKey({
    description: "What the restriction is about"
  }),
  message: Schema.NonEmptyString.annotateKey({ description: "The restriction in one English sentence" }),
  details: EligibilityFacts.annotateKey({ description: "Names, dates and numbers of the restriction" })
}).annotate({ identifier: "OfferRestriction" })
export type OfferRestriction = typeof OfferRestriction.Type

const checkInMessage = ({ checkInWindow, disableBeforeCheckInHours }: OfferForMember): string => {
  const { from = null, to = null } = checkInWindow ?? {}
  const days = [from === null ? "" : ` from ${from}`, to === null ? "" : ` until ${to}`].join("")
  const parts = [
    ...(days === "" ? [] : [`For check-in${days}`]),
    ...(disableBeforeCheckInHours === null ? [] : [`Ends ${disableBeforeCheckInHours} hours before the check-in day`])
  ]
  return parts.join(". ")
}

/** The offer's conditions on the stay that the occasion does not meet or leaves open; empty when all are met. */
export const offerRestrictions = (offer: OfferForMember, occasion: OfferOccasion): ReadonlyArray<OfferRestriction> => {
  const restrictions: Array<OfferRestriction> = []
  if (offer.requiresStay && !hasStay(occasion)) {
    const propertyId = venueOf(offer, occasion)?.documentId ?? null
    restrictions.push({ type: "requires_stay", message: "Needs a stay", details: factsOf({ propertyId }) })
  }
  const message = checkInMessage(offer)
  if (message === "") return restrictions
  const { facts, isFit } = evaluateCheckIn(offer, occasion)
  if (!isFit || facts.checkInDate === null)
    restrictions.push({ type: "check_in_window", message, details: factsOf(facts) })
  return restrictions
}
