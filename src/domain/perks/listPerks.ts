import { DateTime, Effect, Option } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { everywhere } from "../access/Reach.ts"
import { toEligibilityFields } from "../eligibility/Eligibility.ts"
import type { Benefit } from "../benefits/Benefit.ts"
import type { MemberId } from "../members/Member.ts"
import { unknownVenue } from "../properties/VenueSummary.ts"
import type { ReservationXid } from "../reservations/Reservation.ts"
import { omitNull } from "../shared/omitNull.ts"
import { NotFound } from "../shared/NotFound.ts"
import { occasionsIn, type PerkContext } from "./perkContext.ts"
import type { PerkList } from "./PerkList.ts"
import { perkEligibility, type PerkOccasion } from "./perkEligibility.ts"
import type { PerkRecord } from "./PerkRecord.ts"
import { PerkViews } from "./PerkViews.ts"

/** A member's request: `propertyId` is a document id, `reservationId` the external id of a stay of theirs. */
export interface PerksQuery {
  readonly propertyId?: string | undefined
  readonly reservationId?: ReservationXid | undefined
  readonly redemptionType?: string | undefined
  readonly includePropertyPerks: boolean
  readonly includeGlobalPerks: boolean
}

const findContext = Effect.fnUntraced(function* (memberId: MemberId, { propertyId, reservationId }: PerksQuery) {
  const perks = yield* PerkViews
  const now = yield* DateTime.now
  const stay =
    reservationId === undefined
      ? null
      : Option.getOrNull(yield* perks.findStay({ reach: everywhere, memberId, externalId: reservationId, propertyId }))
  if (reservationId !== undefined && stay === null) return yield* new NotFound({})
  if (propertyId === undefined) return { venue: stay?.venue ?? null, stay, now } satisfies PerkContext
  if (stay?.venue.documentId === propertyId) return { venue: stay.venue, stay, now } satisfies PerkContext
  const venue = Option.getOrElse(yield* perks.findVenue(propertyId), () => unknownVenue(propertyId))
  return { venue, stay, now } satisfies PerkContext
})

const commonFields = (record: PerkRecord, occasion: PerkOccasion) => ({
  perkId: record.perkId,
  name: record.name,
  redemptionType: record.redemptionType,
  minTierLevel: record.minTierLevel,
  ...toEligibilityFields(perkEligibility(record, occasion)),
  ...omitNull({
    description: record.description,
    heroImage: record.heroImage,
    cardImage: record.cardImage,
    howToRedeem: record.howToRedeem,
    overriddenName: record.overriddenName,
    overriddenDescription: record.overriddenDescription
  })
})

const perkList = (records: ReadonlyArray<PerkRecord>, context: PerkContext): PerkList => {
  const occasionOf = occasionsIn(context)
  const globalPerks: Array<PerkList["globalPerks"][number]> = []
  const propertyPerks: Array<PerkList["propertyPerks"][number]> = []
  for (const record of records) {
    const perk = commonFields(record, occasionOf(record))
    if (record.venue === null) globalPerks.push({ ...perk, sourceType: "global" })
    else {
      const { documentId, name } = record.venue
      propertyPerks.push({ ...perk, sourceType: "property", propertyId: documentId, propertyName: name })
    }
  }
  return { globalPerks, propertyPerks, total: records.length }
}

const scopesOf = (query: PerksQuery): ReadonlyArray<Benefit["scope"]> => [
  ...(query.includeGlobalPerks ? (["global"] as const) : []),
  ...(query.includePropertyPerks ? (["property"] as const) : [])
]

const filterOf = (query: PerksQuery, { now, venue }: PerkContext) => ({
  now,
  scopes: scopesOf(query),
  venueId: venue?.id,
  redemptionType: query.redemptionType
})

/**
 * The perks of the member's organizations, including ineligible ones with the reason (MEM-049 to MEM-054). A stay
 * implies its property unless one is given; another member's stay is `NotFound`.
 */
export const listPerks = Effect.fnUntraced(function* (query: PerksQuery) {
  const { memberId } = yield* MemberCaller
  const perks = yield* PerkViews
  const context = yield* findContext(memberId, query)
  const records = yield* perks.list({ ...filterOf(query, context), memberId, groupId: undefined })
  return perkList(records, context)
})

/** As `listPerks`, for one group and in its order; if the group requires a stay, all of its perks do (MEM-115). */
export const listGroupPerks = Effect.fnUntraced(function* (id: number, query: PerksQuery) {
  const { memberId } = yield* MemberCaller
  const perks = yield* PerkViews
  const group = yield* perks.getGroup({ memberId, id })
  const context = yield* findContext(memberId, query)
  const records = yield* perks.list({ ...filterOf(query, context), memberId, groupId: group.id })
  const ofGroup = records.map((record) => ({ ...record, stayRequired: record.stayRequired || group.stayRequired }))
  return perkList(ofGroup, context)
})
