import { Record } from "effect"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import { type Offer, OfferId } from "../domain/offers/Offer.ts"
import type { DemoClock } from "./DemoClock.ts"
import { memberIds } from "./demoMembers.ts"
import { organizationIds } from "./demoOrganizations.ts"
import { categoryIds, type OfferFact, type OfferName, offerNames, offerPlan, offerXid } from "./offerPlan.ts"
import { venues } from "./venues.ts"

/** Internal id of an offer, by its position in the plan. */
export const offerId = (name: OfferName) => OfferId.make(8001 + offerNames.indexOf(name))

/**
 * More than half of M1's spendable points, so that only one of two such claims succeeds, and more than their VALID
 * points, so that CREDIT is charged too (MEM-080, MEM-087).
 */
const priceOfBoth = (wallets: Dataset["wallets"]): number => {
  const wallet = wallets.find(({ memberId }) => memberId === memberIds.M1)
  if (wallet === undefined) return offerPlan.both_assets.points
  const { creditBalance, validBalance } = wallet
  return Math.max(Math.floor((validBalance + creditBalance) / 2), validBalance) + 1
}

const texts = (title: string) => ({
  shortDescription: `${title} for members`,
  description: `${title}: bought with points, used when it suits you.`,
  howToRedeem: "Show the claim in the app",
  termsAndConditions: "One claim for each charge; not for resale.",
  rules: `${title} may be claimed as often as points allow.`
})

const images = {
  heroImageUrl: "https://images.example.com/offers/hero.jpg",
  cardImageUrl: "https://images.example.com/offers/card.jpg"
}

const noImages = { heroImageUrl: null, cardImageUrl: null }

const noTexts = {
  shortDescription: null,
  description: null,
  howToRedeem: null,
  termsAndConditions: null,
  rules: null
}

const row = (name: OfferName, fact: OfferFact, clock: DemoClock, wallets: Dataset["wallets"]): Offer => {
  const { checkInDays, validHours } = fact
  const id = offerId(name)
  return {
    id,
    xid: offerXid(name),
    organizationId: organizationIds[fact.organization],
    propertyId: fact.venue === null ? null : venues[fact.venue].id,
    categoryId: fact.category === null ? null : categoryIds[fact.category],
    name: fact.title,
    ...(name === "b_drink" ? noTexts : texts(fact.title)),
    ...(name === "b_drink" || fact.isOnPages === true ? noImages : images),
    pointsRequired: name === "both_assets" ? priceOfBoth(wallets) : fact.points,
    retailValue: name === "b_drink" ? null : fact.points / 10,
    discountAmount: fact.discount?.amount ?? null,
    discountType: fact.discount?.type ?? null,
    redemptionType: fact.type,
    approvalRequired: fact.approval === true,
    requiresStay: fact.requiresStay === true,
    checkInWindow:
      checkInDays === undefined
        ? null
        : { from: clock.date("UTC", checkInDays[0]), to: clock.date("UTC", checkInDays[1]) },
    disableBeforeCheckInHours: fact.disableBeforeCheckInHours ?? null,
    minTierLevel: fact.minTierLevel ?? 0,
    validUntil: validHours === undefined ? null : clock.ahead({ hours: validHours }),
    claimTtlHours: fact.claimTtlHours ?? null,
    refundOnExpiry: fact.refundOnExpiry === true,
    isCustom: fact.isCustom === true,
    status: fact.isDraft === true ? "draft" : "published",
    createdAt: clock.ago({ days: 90, minutes: id }),
    updatedAt: clock.ago({ days: 3, minutes: id })
  }
}

/** The offers of the plan; `wallets` determine the price of the one that needs both assets. */
export const demoOffers = (
  clock: DemoClock,
  wallets: Dataset["wallets"]
): Pick<Dataset, "offerCategories" | "offers"> => ({
  offerCategories: Record.toEntries<string, number>(categoryIds).map(([name, id]) => ({ id, name })),
  offers: Record.toEntries<OfferName, OfferFact>(offerPlan).map(([name, fact]) => row(name, fact, clock, wallets))
})
