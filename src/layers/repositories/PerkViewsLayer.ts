import { DateTime, Effect, Layer, Option, Order, TxHashMap } from "effect"
import { reachesVenue } from "../../domain/access/Reach.ts"
import type { Benefit, BenefitGroup } from "../../domain/benefits/Benefit.ts"
import type { MemberId } from "../../domain/members/Member.ts"
import type { OrganizationId } from "../../domain/organizations/Organization.ts"
import { PerkViews, type PerksFilter } from "../../domain/perks/PerkViews.ts"
import type { PerkGroup } from "../../domain/perks/PerkGroup.ts"
import { type MemberPerkFacts, memberPerkFacts, type PerkRows } from "../../domain/perks/memberPerkFacts.ts"
import type { PerkRecord } from "../../domain/perks/PerkRecord.ts"
import { isOffered, overrideAt, venuePerksOf } from "../../domain/perks/venuePerksOf.ts"
import { heldTiers } from "../../domain/programs/heldTiers.ts"
import type { Property, VenueId } from "../../domain/properties/Property.ts"
import { summaryOf, type VenueSummary } from "../../domain/properties/VenueSummary.ts"
import { omitNull } from "../../domain/shared/omitNull.ts"
import { NotFound } from "../../domain/shared/NotFound.ts"
import { makePerkViewsSql } from "../../sql/repositories/PerkViewsSql.ts"
import { binaryOrder } from "../memory/binaryOrder.ts"
import { Memory } from "../memory/Memory.ts"
import { lookUp } from "./lookUp.ts"
import { preferredStay } from "./preferredStay.ts"

export const layerSql = Layer.effect(PerkViews, makePerkViewsSql)

const byRank = Order.combineAll([
  Order.mapInput(Order.Number, (benefit: Benefit) => benefit.minTierLevel),
  Order.mapInput(binaryOrder, (benefit: Benefit) => benefit.name),
  Order.mapInput(binaryOrder, (benefit: Benefit) => benefit.xid)
])

const byVenue = Order.mapInput(binaryOrder, ({ documentId }: Property) => documentId)

const byNameThenId = Order.combine(
  Order.mapInput(binaryOrder, (group: BenefitGroup) => group.name),
  Order.mapInput(Order.Number, (group) => group.id)
)

const shownGroup = (group: BenefitGroup): PerkGroup => ({
  id: group.id,
  documentId: group.documentId,
  name: group.name,
  enabled: group.enabled,
  stayRequired: group.stayRequired,
  createdAt: DateTime.formatIso(group.createdAt),
  updatedAt: DateTime.formatIso(group.updatedAt),
  ...omitNull({ description: group.description })
})

/** The record of a benefit as offered to members at a venue, or anywhere; empty if the requested venue removed it. */
const recordAt = (
  rows: PerkRows,
  { factsOf }: MemberPerkFacts,
  benefit: Benefit,
  of: { readonly venue: VenueSummary | null; readonly overriding: VenueId | undefined }
): ReadonlyArray<PerkRecord> => {
  const override = overrideAt(rows, benefit.id, of.overriding)
  if (override?.enabled === false) return []
  const { cardImage, description, heroImage, howToRedeem, kind, name, redemptionType, xid } = benefit
  return [
    {
      ...factsOf(benefit),
      perkId: xid,
      name,
      description,
      kind,
      redemptionType,
      howToRedeem,
      heroImage,
      cardImage,
      venue: of.venue,
      overriddenName: override?.overriddenName ?? null,
      overriddenDescription: override?.overriddenDescription ?? null
    }
  ]
}

export const layerMemory = Layer.effect(
  PerkViews,
  Effect.gen(function* () {
    const memory = yield* Memory

    const readRows = Effect.gen(function* () {
      return {
        benefits: (yield* TxHashMap.values(memory.benefits)).toSorted(byRank),
        benefitVenues: yield* TxHashMap.values(memory.benefitVenues),
        benefitVenueOverrides: yield* TxHashMap.values(memory.benefitVenueOverrides),
        benefitGroups: (yield* TxHashMap.values(memory.benefitGroups)).toSorted(byNameThenId),
        benefitGroupItems: yield* TxHashMap.values(memory.benefitGroupItems),
        entitlements: yield* TxHashMap.values(memory.entitlements),
        enrolments: yield* TxHashMap.values(memory.enrolments),
        tiers: yield* TxHashMap.values(memory.tiers)
      } satisfies PerkRows
    })

    /** The requested benefits, in the order of the group if there is one. */
    const inOrder = ({ benefitGroupItems, benefits }: PerkRows, { groupId, redemptionType }: PerksFilter) => {
      const all =
        groupId === undefined
          ? benefits
          : benefitGroupItems
              .filter((item) => item.groupId === groupId)
              .toSorted((a, b) => a.position - b.position)
              .flatMap(({ benefitId }) => benefits.filter(({ id }) => id === benefitId))
      return all.filter(
        (benefit) => isOffered(benefit) && (redemptionType === undefined || benefit.redemptionType === redemptionType)
      )
    }

    const groupsOf = Effect.fnUntraced(function* (memberId: MemberId) {
      const { benefitGroups, enrolments } = yield* readRows
      const isHome = (organizationId: OrganizationId) =>
        enrolments.some(
          (row) => row.memberId === memberId && row.organizationId === organizationId && row.status === "active"
        )
      return benefitGroups.filter(({ organizationId }) => isHome(organizationId)).map(shownGroup)
    })

    return PerkViews.of({
      list: Effect.fnUntraced(function* (sought) {
        const { memberId, now, scopes, venueId } = sought
        const rows = yield* readRows
        const facts = memberPerkFacts(rows, memberId, now)
        const venues = (yield* TxHashMap.values(memory.properties))
          .filter(({ id, status }) => (venueId === undefined ? status === "published" : id === venueId))
          .toSorted(byVenue)
        const visible = inOrder(rows, sought).filter(
          ({ organizationId, scope }) => facts.levelIn(organizationId) > 0 && scopes.includes(scope)
        )
        const global = visible
          .filter(({ scope }) => scope === "global")
          .flatMap((benefit) => recordAt(rows, facts, benefit, { venue: null, overriding: venueId }))
        const ofProperties = visible
          .filter(({ scope }) => scope === "property")
          .flatMap((benefit) =>
            venues
              .filter(({ id }) => rows.benefitVenues.some((v) => v.benefitId === benefit.id && v.propertyId === id))
              .flatMap((venue) => recordAt(rows, facts, benefit, { venue: summaryOf(venue), overriding: venue.id }))
          )
        return [...global, ...ofProperties]
      }, Effect.tx),
      listGroups: (memberId) => Effect.tx(groupsOf(memberId)),
      getGroup: Effect.fnUntraced(function* ({ id, memberId }) {
        const group = (yield* groupsOf(memberId)).find((row) => row.id === id)
        return group === undefined ? yield* new NotFound({}) : group
      }, Effect.tx),
      findVenue: Effect.fnUntraced(function* (documentId) {
        const venue = (yield* TxHashMap.values(memory.properties)).find((row) => row.documentId === documentId)
        return venue?.status === "published" ? Option.some(summaryOf(venue)) : Option.none()
      }, Effect.tx),
      findVenueWithin: Effect.fnUntraced(function* ({ documentId, reach }) {
        const venue = (yield* TxHashMap.values(memory.properties)).find((row) => row.documentId === documentId)
        return venue !== undefined && reachesVenue(reach, venue.organizationId, venue.id)
          ? Option.some(summaryOf(venue))
          : Option.none()
      }, Effect.tx),
      listTiers: Effect.fnUntraced(function* ({ memberId, now }) {
        const programs = yield* TxHashMap.snapshot(memory.programs)
        return heldTiers(yield* readRows, memberId, now).flatMap(({ tier }) => {
          const programXid = lookUp(programs, tier.programId, ({ xid }) => xid)
          return programXid === null ? [] : [{ tierId: tier.id, tierXid: tier.xid, programXid }]
        })
      }, Effect.tx),
      findStay: Effect.fnUntraced(function* ({ externalId, memberId, propertyId, reach }) {
        const venues = yield* TxHashMap.snapshot(memory.properties)
        const named = (yield* TxHashMap.values(memory.properties)).find(({ documentId }) => documentId === propertyId)
        const stays = (yield* TxHashMap.values(memory.reservations)).filter(
          (row) =>
            row.memberId === memberId &&
            row.externalId === externalId &&
            reachesVenue(reach, row.organizationId, row.propertyId)
        )
        const stay = preferredStay(stays, named?.organizationId)
        const venue = lookUp(venues, stay?.propertyId ?? null, summaryOf)
        return stay === undefined || venue === null
          ? Option.none()
          : Option.some({ venue, status: stay.status, checkIn: stay.checkIn })
      }, Effect.tx),
      listVenuePerks: Effect.fnUntraced(function* ({ now, places }) {
        const rows = yield* readRows
        const venues = yield* TxHashMap.snapshot(memory.properties)
        return places.flatMap((place) => {
          const organizationId = lookUp(venues, place.venueId, (venue) => venue.organizationId)
          return organizationId === null ? [] : [venuePerksOf(rows, { ...place, organizationId, now })]
        })
      }, Effect.tx)
    })
  })
)
