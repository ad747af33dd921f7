import { Record } from "effect"
import { OfferXid } from "../domain/offers/Offer.ts"
import type { OrganizationName } from "./demoOrganizations.ts"
import { seeded } from "./seeded.ts"
import type { VenueName } from "./venues.ts"

/** Deviations from the default offer, which anyone may claim at any time without approval. */
export interface OfferFact {
  readonly title: string
  readonly organization: OrganizationName
  readonly venue: VenueName | null
  readonly type: string
  readonly points: number
  readonly category: CategoryName | null
  readonly approval?: true
  readonly requiresStay?: true
  readonly minTierLevel?: number
  /** First and last check-in day, in days from today. */
  readonly checkInDays?: readonly [from: number, to: number]
  readonly disableBeforeCheckInHours?: number
  /** Hours from now to its end; negative if it has ended. */
  readonly validHours?: number
  readonly claimTtlHours?: number
  readonly refundOnExpiry?: true
  readonly isCustom?: true
  readonly discount?: { readonly amount: number; readonly type: "percentage" | "fixed" }
  readonly isDraft?: true
  /** On the landing pages, without images: the host of the other offers' images does not exist. */
  readonly isOnPages?: true
}

/** Fixture name to internal id. */
export const categoryIds = { Dining: 801, Wellness: 802, Travel: 803, Experiences: 804 } as const

export type CategoryName = keyof typeof categoryIds

const a = (
  title: string,
  type: string,
  points: number,
  category: CategoryName | null,
  venue: VenueName | null = null,
  more: Partial<OfferFact> = {}
): OfferFact => ({ title, organization: "A", venue, type, points, category, ...more })

const b = (title: string, type: string, points: number, venue: VenueName | null, more: Partial<OfferFact> = {}) => ({
  ...a(title, type, points, null, venue, more),
  organization: "B" as const
})

/**
 * Every kind of offer. `both_assets` is priced by the wallet of M1; `sold_out` has a pool without free codes, `draft`
 * is not published, `ended` is over.
 */
export const offerPlan = {
  breakfast: a("Breakfast for two", "direct", 300, "Dining"),
  spa: a("Spa hour", "direct", 450, "Wellness", "V1"),
  lounge: a("Lounge pass", "static", 200, "Travel"),
  dinner: a("Dinner voucher", "externalCode", 250, "Dining", null, { isOnPages: true }),
  museum: a("Museum pass", "externalCode", 220, "Experiences", "V2", { approval: true, isOnPages: true }),
  late_checkout: a("Late check-out", "propertySpecific", 180, "Travel", "V1"),
  transfer: a("Airport transfer", "propertySpecific", 260, "Travel"),
  upgrade: a("Room upgrade", "propertySpecific", 320, "Travel", "V1", { approval: true }),
  suite: a("Suite upgrade", "propertySpecific", 480, "Travel", "V1", { approval: true, requiresStay: true }),
  tasting: a("Wine tasting", "direct", 240, "Dining", "V1", { approval: true }),
  journey: a("Journey badge", "journeyInternal", 150, "Experiences"),
  unknown_type: a("Mystery box", "mysteryBox", 160, "Experiences", "V1"),
  stay_gift: a("Welcome gift", "direct", 120, "Experiences", "V1", { requiresStay: true }),
  season: a("Season special", "direct", 210, "Travel", null, { checkInDays: [10, 40] }),
  early_bird: a("Early bird", "direct", 190, "Travel", null, { disableBeforeCheckInHours: 72 }),
  gold_only: a("Gold evening", "direct", 100, "Dining", null, { minTierLevel: 3 }),
  refundable: a("Refundable treat", "direct", 140, "Wellness", null, { claimTtlHours: 72, refundOnExpiry: true }),
  short_lived: a("Happy hour", "propertySpecific", 110, "Dining", "V1", { claimTtlHours: 2 }),
  discount: a("Dinner discount", "static", 130, "Dining", "V3", { discount: { amount: 20, type: "percentage" } }),
  custom: a("Custom gift", "direct", 170, null, "V2", { isCustom: true, validHours: 720 }),
  sold_out: a("Sold out voucher", "externalCode", 230, "Dining"),
  ended: a("Ended offer", "direct", 90, "Dining", null, { validHours: -24 }),
  draft: a("Draft offer", "direct", 90, "Dining", null, { isDraft: true }),
  both_assets: a("Grand weekend", "direct", 1, "Experiences"),
  b_drink: b("Welcome drink", "direct", 150, null),
  b_dinner: b("Dinner at the harbour", "propertySpecific", 280, "W1", { minTierLevel: 2 }),
  b_voucher: b("Harbour voucher", "externalCode", 140, "W1", { isOnPages: true })
} as const satisfies Readonly<Record<string, OfferFact>>

export type OfferName = keyof typeof offerPlan

export const offerNames: ReadonlyArray<OfferName> = Record.keys(offerPlan)

/** The external id of an offer. */
export const offerXid = (name: OfferName) => OfferXid.make(seeded.uuid("offer", name))
