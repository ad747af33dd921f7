import { Effect, Option } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { VenueId } from "../properties/Property.ts"
import { emptyProperty } from "../properties/emptyProperty.ts"
import { UnknownTimeZones } from "../properties/UnknownTimeZones.ts"
import { FileInvalid } from "../imports/FileInvalid.ts"
import type { Bootstrap } from "./Bootstrap.ts"
import type { Import } from "./Import.ts"

type Brands = NonNullable<Bootstrap["brands"]>
type Venues = NonNullable<Bootstrap["venues"]>

const documentIdOf = (id: string | undefined) => (id === undefined ? {} : { documentId: id })

/** Imports the brands, identified by slug; returns their row ids. */
export const importBrands = Effect.fnUntraced(function* (
  { newId, now, upsert, store }: Import,
  organizationId: OrganizationId,
  brands: Brands
) {
  const rows = store.of("brands")
  const ids = new Map<string, number>()
  for (const [index, { id, slug, ...named }] of brands.entries()) {
    const wanted = { ...named, ...documentIdOf(id) }
    const brand = yield* upsert({
      kind: "brand",
      table: "brands",
      path: `brands[${index}]`,
      key: slug,
      found: yield* rows.find({ organizationId, slug }),
      wanted,
      insert: Effect.flatMap(newId, (documentId) =>
        rows.insertNumbered({
          documentId,
          status: "active",
          logoUrl: null,
          description: null,
          ...wanted,
          organizationId,
          slug,
          createdAt: now,
          updatedAt: now
        })
      ),
      update: () => rows.update({ organizationId, slug }, { ...wanted, updatedAt: now })
    })
    ids.set(slug, brand.id)
  }
  return ids
})

/**
 * Fails for an inactive brand that has a published venue: the brands and venues that are active on the hub are those
 * that the public sees (DOMAIN 11.7). Judged by the rows, because the file may not name every venue.
 */
export const requireHiddenVenues = Effect.fnUntraced(function* ({ store }: Import, organizationId: OrganizationId) {
  const brands = yield* store.of("brands").list({ organizationId, status: "inactive" }, { by: ["id"] })
  const published = yield* Effect.forEach(brands, (brand) =>
    store
      .of("properties")
      .list({ organizationId, brandId: brand.id, status: "published" }, { by: ["id"], limit: 1 })
      .pipe(Effect.map((venues) => venues.map((venue) => ({ brand, venue }))))
  )
  const problems = published.flat().map(({ brand, venue }) => ({
    path: "brands",
    message: `${brand.slug} is inactive, but its venue ${venue.slug} is published; hide its venues first`
  }))
  if (problems.length > 0) return yield* new FileInvalid({ problems })
})

/**
 * Every venue has an invite link from the start (DOMAIN 7). The hash is random and matches no token; rotating the link
 * creates one, possibly at the same time.
 */
const makeInviteLink = Effect.fnUntraced(function* (
  { newId, now, store }: Import,
  organizationId: OrganizationId,
  propertyId: VenueId,
  path: string
) {
  const links = store.of("inviteLinks")
  if (Option.isSome(yield* links.find({ organizationId, propertyId }))) return
  const ids = [yield* newId, yield* newId]
  const tokenHash = ids.map((id) => id.replaceAll("-", "")).join("")
  yield* Effect.mapError(
    links.insertNumbered({ organizationId, propertyId, tokenHash, active: true, rotatedAt: now }),
    () => FileInvalid.taken(path)
  )
})

/** Fails for a time zone that only Node knows: the jobs of every organization ask the database for the date there. */
const requireKnownTimeZones = Effect.fnUntraced(function* (venues: Venues) {
  const unknownAmong = yield* UnknownTimeZones
  const unknown = yield* unknownAmong(venues.map(({ timezone }) => timezone))
  const problems = venues.flatMap(({ timezone }, index) =>
    unknown.has(timezone)
      ? [{ path: `venues[${index}].timezone`, message: `${timezone} is unknown to the database; update its tzdata` }]
      : []
  )
  if (problems.length > 0) return yield* new FileInvalid({ problems })
})

const venueDefaults = {
  ...emptyProperty,
  status: "published",
  nightlyCostPoints: 0,
  maxGuests: 2,
  state: null
} as const

/** Imports the venues, identified by slug; returns their row ids. */
export const importVenues = Effect.fnUntraced(function* (
  step: Import,
  organizationId: OrganizationId,
  brandIds: ReadonlyMap<string, number>,
  venues: Venues
) {
  yield* requireKnownTimeZones(venues)
  const { newId, now, upsert, store } = step
  const rows = store.of("properties")
  const ids = new Map<string, VenueId>()
  for (const [index, { brand, id, slug, type: propertyType, ...named }] of venues.entries()) {
    const brandId = brandIds.get(brand)
    if (brandId === undefined) return yield* Effect.die(new Error(`${brand} was not imported`))
    const path = `venues[${index}]`
    const wanted = { ...named, ...documentIdOf(id), propertyType, brandId }
    const venue = yield* upsert({
      kind: "venue",
      table: "properties",
      path,
      key: slug,
      found: yield* rows.find({ organizationId, slug }),
      wanted,
      insert: Effect.flatMap(newId, (documentId) =>
        rows.insertNumbered({ documentId, ...venueDefaults, ...wanted, organizationId, slug, updatedAt: now })
      ),
      update: () => rows.update({ organizationId, slug }, { ...wanted, updatedAt: now })
    })
    yield* makeInviteLink(step, organizationId, venue.id, path)
    ids.set(slug, venue.id)
  }
  return ids
})
