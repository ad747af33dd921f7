import { Effect, Option } from "effect"
import { maxInt } from "../shared/maxInt.ts"
import { omitNull } from "../shared/omitNull.ts"
import { type BrandedProperty, Properties, type PropertyKey } from "./Properties.ts"
import type { PropertyDetails } from "./Property.ts"
import { PropertyMissing } from "./PropertyErrors.ts"
import type { PropertySection, PublicProperty } from "./PublicProperty.ts"

const publicPropertyOf = ({ brand, property }: BrandedProperty): PublicProperty => ({
  id: property.id,
  documentId: property.documentId,
  name: property.name,
  slug: property.slug,
  propertyType: property.propertyType,
  address: {
    city: property.city,
    state: property.state ?? "",
    country: property.country,
    latitude: property.latitude,
    longitude: property.longitude,
    ...omitNull({ street: property.street, postalCode: property.postalCode })
  },
  brand: {
    id: brand.documentId,
    name: brand.name,
    ...omitNull({ logo: brand.logoUrl, description: brand.description })
  },
  gallery: property.gallery,
  amenities: property.amenities,
  ...omitNull({
    description: property.description,
    shortDescription: property.shortDescription,
    starRating: property.starRating,
    guestRating: property.guestRating,
    reviewCount: property.reviewCount,
    heroImage: property.hero,
    policies: property.policies,
    contactInfo: property.contact
  })
})

const pickSections = (details: Option.Option<PropertyDetails>, sections: ReadonlySet<PropertySection>) => {
  const { keyFeatures, restaurants, suggestedPlaces } = Option.getOrElse(details, () => emptyDetails)
  return {
    ...(sections.has("suggestedPlaces") ? { suggestedPlaces } : undefined),
    ...(sections.has("keyFeatures") ? { keyFeatures } : undefined),
    ...(sections.has("restaurants") ? { restaurants } : undefined)
  }
}

const emptyDetails = { suggestedPlaces: [], keyFeatures: [], restaurants: [] }

const read = Effect.fnUntraced(function* (key: PropertyKey, sections: ReadonlySet<PropertySection>) {
  const properties = yield* Properties
  const published = yield* properties.getPublished(key)
  if (sections.size === 0) return publicPropertyOf(published)
  const details = yield* properties.findDetails(published.property.id)
  return { ...publicPropertyOf(published), ...pickSections(details, sections) }
})

/** A published property by internal id (one to ten digits), otherwise by document id (PUB-002). */
export const getPublicProperty = Effect.fnUntraced(function* (
  propertyId: string,
  sections: ReadonlySet<PropertySection>
) {
  if (!/^\d{1,10}$/.test(propertyId)) return yield* read({ by: "documentId", documentId: propertyId }, sections)
  const id = Number(propertyId)
  // A higher id matches nothing, and would overflow the query.
  return id === 0 || id > maxInt ? yield* new PropertyMissing() : yield* read({ by: "id", id }, sections)
})

/** As `getPublicProperty`, by slug (PUB-005). */
export const getPublicPropertyBySlug = (slug: string, sections: ReadonlySet<PropertySection>) =>
  read({ by: "slug", slug }, sections)
