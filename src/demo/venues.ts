import { Record } from "effect"
import type { OrganizationId } from "../domain/organizations/Organization.ts"
import { VenueId } from "../domain/properties/Property.ts"
import { brandIds } from "./demoBrands.ts"
import { organizationIds } from "./demoOrganizations.ts"
import { seeded } from "./seeded.ts"

const { A, B, D } = organizationIds

const place = (
  id: number,
  organizationId: OrganizationId,
  brandId: number,
  propertyType: string,
  city: string,
  state: string | null,
  country: string,
  timezone: string,
  latitude: number,
  longitude: number
) => ({
  id: VenueId.make(id),
  organizationId,
  brandId,
  propertyType,
  city,
  state,
  country,
  timezone,
  latitude,
  longitude
})

/**
 * V_hidden is not published, D2 has no optional fields, and the document id of by_slug is also a path segment of a
 * route (PUB-005).
 */
export const venues = {
  V1: place(101, A, brandIds.A1, "hotel", "Lisbon", "Lisboa", "Portugal", "Europe/Lisbon", 38.7223, -9.1393),
  V2: place(102, A, brandIds.A1, "hotel", "New York", "NY", "United States", "America/New_York", 40.7128, -74.006),
  V3: place(103, A, brandIds.A2, "resort", "Tokyo", "Tokyo", "Japan", "Asia/Tokyo", 35.6762, 139.6503),
  W1: place(111, B, brandIds.B1, "hotel", "Singapore", null, "Singapore", "Asia/Singapore", 1.3521, 103.8198),
  D1: place(121, D, brandIds.D01, "hotel", "Valletta", null, "Malta", "Europe/Malta", 35.8989, 14.5146),
  D2: place(122, D, brandIds.D01, "lodge", "Tabwakea", null, "Kiribati", "Pacific/Kiritimati", 2.0, -157.48),
  D3: place(123, D, brandIds.D01, "resort", "Honolulu", "HI", "United States", "Pacific/Honolulu", 21.3069, -157.8583),
  V_hidden: place(104, D, brandIds.D02, "villa", "Porto", "Porto", "Portugal", "Europe/Lisbon", 41.1579, -8.6291),
  by_slug: place(124, D, brandIds.D02, "hotel", "Lima", "Lima", "Peru", "America/Lima", -12.0464, -77.0428)
}

export type VenueName = keyof typeof venues

export const venueNames: ReadonlyArray<VenueName> = Record.keys(venues)

/** The document id of a venue: its id on every surface. */
export const venueDocumentId = (name: VenueName) =>
  name === "by_slug" ? "by-slug" : seeded.documentId("property", name)

/** The slug of a venue. */
export const venueSlug = (name: VenueName) => `venue-${name.toLowerCase().replaceAll("_", "-")}`
