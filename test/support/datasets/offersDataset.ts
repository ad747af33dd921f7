import type { DateTime } from "effect"
import { demoWithoutCities } from "./demoWithoutCities.ts"
import { venues } from "../../../src/demo/venues.ts"
import type { Dataset } from "../../../src/domain/dataset/Dataset.ts"
import { emptyDataset } from "./emptyDataset.ts"

const venueIds: ReadonlySet<number> = new Set(Object.values(venues).map(({ id }) => id))

/** The part of the demo data that offers and claims need, small enough to load for every suite. */
export const offersDataset = (now: DateTime.Utc): Dataset => {
  const demo = demoWithoutCities(now)
  return {
    ...emptyDataset,
    organizations: demo.organizations,
    brands: demo.brands,
    properties: demo.properties.filter(({ id }) => venueIds.has(id)),
    members: demo.members,
    programs: demo.programs,
    tiers: demo.tiers,
    earningRules: demo.earningRules,
    enrolments: demo.enrolments,
    reservations: demo.reservations,
    offerCategories: demo.offerCategories,
    offers: demo.offers,
    offerCodePools: demo.offerCodePools,
    fulfillments: demo.fulfillments,
    offerCodes: demo.offerCodes,
    redemptionRecords: demo.redemptionRecords,
    wallets: demo.wallets,
    walletEntries: demo.walletEntries,
    walletLots: demo.walletLots,
    walletActivity: demo.walletActivity,
    auditLog: demo.auditLog
  }
}
