import { DateTime, Effect, Layer, Option, Order, TxHashMap } from "effect"
import type { Offer } from "../../domain/offers/Offer.ts"
import type { Organization } from "../../domain/organizations/Organization.ts"
import type { PageGroupRow, PageVersionRow } from "../../domain/pages/PageGroup.ts"
import type { PageOffer, PagePerk, PageVenue } from "../../domain/pages/PageModel.ts"
import {
  type PageAddress,
  PageSources,
  type LocatedPage,
  type SurroundingsQuery
} from "../../domain/pages/PageSources.ts"
import type { Property, VenueId } from "../../domain/properties/Property.ts"
import { makePageSourcesSql } from "../../sql/repositories/PageSourcesSql.ts"
import { binaryOrder } from "../memory/binaryOrder.ts"
import { Memory } from "../memory/Memory.ts"
import { rowsMemory } from "../memory/rowsMemory.ts"
import { instantOrNull } from "../../domain/shared/Instant.ts"

export const layerSql = Layer.effect(PageSources, makePageSourcesSql)

const byOfferId = Order.mapInput(binaryOrder, ({ offerId }: PageOffer) => offerId)
const byBenefitId = Order.mapInput(binaryOrder, ({ benefitId }: PagePerk) => benefitId)

const latestFirst = Order.flip(
  Order.mapInput(Order.Number, ({ publishedAt }: PageVersionRow) =>
    publishedAt === null ? 0 : DateTime.toEpochMillis(publishedAt)
  )
)

const offerOf = (offer: Offer): PageOffer => ({
  offerId: offer.xid,
  name: offer.name,
  shortDescription: offer.shortDescription,
  pointsRequired: offer.pointsRequired,
  imageUrl: offer.cardImageUrl ?? offer.heroImageUrl,
  validUntil: instantOrNull(offer.validUntil)
})

const venueOf = (property: Property): PageVenue => ({
  propertyId: property.documentId,
  name: property.name,
  street: property.street,
  postalCode: property.postalCode,
  city: property.city,
  state: property.state,
  country: property.country,
  latitude: property.latitude,
  longitude: property.longitude,
  phone: property.contact?.phone ?? null,
  starRating: property.starRating,
  guestRating: property.guestRating,
  reviewCount: property.reviewCount,
  imageUrl: property.hero?.url ?? null
})

export const layerMemory = Layer.effect(
  PageSources,
  Effect.gen(function* () {
    const memory = yield* Memory
    const organizations = rowsMemory(memory, "organizations")
    const domains = rowsMemory(memory, "customDomains")
    const groups = rowsMemory(memory, "pageGroups")
    const versions = rowsMemory(memory, "pageVersions")

    /** The latest published version of each group. */
    const lastPublished = Effect.fnUntraced(function* ({ id }: Organization) {
      const last = new Map<number, PageVersionRow>()
      for (const version of yield* TxHashMap.values(memory.pageVersions)) {
        if (version.organizationId !== id || version.publishedAt === null) continue
        if (version.number > (last.get(version.pageGroupId)?.number ?? 0)) last.set(version.pageGroupId, version)
      }
      return last
    })

    const standingOf = (
      { id, organizationId, propertyId, status }: PageGroupRow,
      version: PageVersionRow | undefined
    ): Option.Option<LocatedPage> =>
      version === undefined
        ? Option.none()
        : Option.some({ organizationId, pageGroupId: id, propertyId, status, versionId: version.id })

    const ifActive = Option.filter(({ status }: Organization) => status === "active")

    const verified = Effect.fnUntraced(function* (hostname: string) {
      const found = (yield* TxHashMap.values(memory.customDomains)).find(
        (one) => one.hostname === hostname && one.status === "verified"
      )
      return Option.fromUndefinedOr(found)
    })

    const findByHostname = Effect.fnUntraced(function* (hostname: string) {
      const domain = yield* verified(hostname)
      if (Option.isNone(domain)) return Option.none()
      const { id, organizationId } = domain.value
      const organization = ifActive(yield* organizations.find({ id: organizationId }))
      const group = yield* groups.find({ organizationId, customDomainId: id })
      if (Option.isNone(organization) || Option.isNone(group)) return Option.none()
      return standingOf(group.value, (yield* lastPublished(organization.value)).get(group.value.id))
    })

    const findByPath = Effect.fnUntraced(function* (organizationSlug: string, slug: string) {
      const organization = ifActive(yield* organizations.find({ slug: organizationSlug }))
      if (Option.isNone(organization)) return Option.none()
      const organizationId = organization.value.id
      const last = yield* lastPublished(organization.value)
      const published = yield* groups.find({ organizationId, publishedSlug: slug })
      if (Option.isSome(published)) return standingOf(published.value, last.get(published.value.id))
      for (const version of [...last.values()].filter((one) => one.slug === slug).toSorted(latestFirst)) {
        const group = yield* groups.find({ organizationId, id: version.pageGroupId, status: "offline" })
        if (Option.isSome(group)) return standingOf(group.value, version)
      }
      return Option.none()
    })

    const hostnameOf = Effect.fnUntraced(function* ({ organizationId, pageGroupId }: SurroundingsQuery) {
      const group = yield* groups.find({ organizationId, id: pageGroupId })
      if (Option.isNone(group) || group.value.customDomainId === null) return null
      const domain = yield* domains.find({ organizationId, id: group.value.customDomainId, status: "verified" })
      return Option.getOrNull(Option.map(domain, ({ hostname }) => hostname))
    })

    return PageSources.of({
      find: Effect.fnUntraced(function* (address: PageAddress) {
        return address.by === "hostname"
          ? yield* findByHostname(address.hostname)
          : yield* findByPath(address.organizationSlug, address.slug)
      }, Effect.tx),
      findOwner: (hostname) =>
        Effect.tx(
          Effect.map(
            verified(hostname),
            Option.map(({ organizationId }) => organizationId)
          )
        ),
      findVersion: ({ organizationId, pageGroupId, versionId }) =>
        versions.find({ organizationId, pageGroupId, id: versionId }),
      getSurroundings: Effect.fnUntraced(function* (query: SurroundingsQuery) {
        const { benefitIds, now, offerIds, organizationId, propertyId } = query
        const organization = Option.getOrUndefined(yield* organizations.find({ id: organizationId }))
        if (organization === undefined) return yield* Effect.die(new Error(`No organization ${organizationId}`))
        const isOwn = (row: { readonly organizationId: number }) => row.organizationId === organizationId
        const published = (yield* TxHashMap.values(memory.properties)).filter(
          (row) => isOwn(row) && row.status === "published"
        )
        const isPublished = (id: VenueId) => published.some((row) => row.id === id)
        const venue = published.find(({ id }) => id === propertyId)
        const offers = (yield* TxHashMap.values(memory.offers)).filter(
          (row) =>
            isOwn(row) &&
            offerIds.includes(row.xid) &&
            row.status === "published" &&
            (row.validUntil === null || DateTime.isGreaterThan(row.validUntil, now)) &&
            (row.propertyId === null || isPublished(row.propertyId))
        )
        const overrides = yield* TxHashMap.values(memory.benefitVenueOverrides)
        const perks = (yield* TxHashMap.values(memory.benefits)).flatMap((row): ReadonlyArray<PagePerk> => {
          if (!isOwn(row) || !benefitIds.includes(row.xid) || row.archivedAt !== null || !row.enabled) return []
          const override = overrides.find((one) => one.benefitId === row.id && one.propertyId === propertyId)
          if (override?.enabled === false) return []
          return [
            {
              benefitId: row.xid,
              name: override?.overriddenName ?? row.name,
              description: override?.overriddenDescription ?? row.description
            }
          ]
        })
        return {
          organization: { name: organization.name, slug: organization.slug },
          hostname: yield* hostnameOf(query),
          venue: venue === undefined ? null : venueOf(venue),
          offers: offers.map(offerOf).toSorted(byOfferId),
          perks: perks.toSorted(byBenefitId)
        }
      }, Effect.tx),
      isEnrolled: Effect.fnUntraced(function* ({ memberId, organizationId, programId }) {
        const programs = yield* TxHashMap.values(memory.programs)
        const wanted = programs.filter(
          (row) => row.organizationId === organizationId && (programId === null || row.xid === programId)
        )
        return (yield* TxHashMap.values(memory.enrolments)).some(
          (row) => row.memberId === memberId && row.status === "active" && wanted.some(({ id }) => id === row.programId)
        )
      }, Effect.tx)
    })
  })
)
