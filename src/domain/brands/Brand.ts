import { Schema } from "effect"
import { bytesAtMost } from "../shared/bytesAtMost.ts"
import { Instant } from "../shared/Instant.ts"

const Status = Schema.Literals(["active", "inactive"])

/** A venue of a brand. A hidden property appears as an inactive venue (DOMAIN 11.7). */
export const Venue = Schema.Struct({
  id: Schema.NonEmptyString.annotate({ description: "Document id: the venue's id on every surface" }),
  name: Schema.String.annotateKey({ description: "Name of the venue" }),
  slug: Schema.String.annotateKey({ description: "URL slug of the venue" }),
  status: Status.annotateKey({ description: "`inactive` when it is hidden or closed" }),
  type: Schema.String.annotateKey({ description: "Kind of venue, such as `hotel`; an open set" }),
  city: Schema.String.annotateKey({ description: "City" }),
  country: Schema.String.annotateKey({ description: "Country, in English" }),
  timezone: Schema.String.annotateKey({ description: "IANA time zone, such as `Europe/Lisbon`" })
}).annotate({ identifier: "Venue" })
export type Venue = typeof Venue.Type

/** A brand with its venues, by venue name then id (HUB-023). */
export const Brand = Schema.Struct({
  id: Schema.NonEmptyString.annotate({ description: "Document id: the brand's id on every surface" }),
  name: Schema.String.annotateKey({ description: "Name of the brand" }),
  slug: Schema.String.annotateKey({ description: "URL slug of the brand" }),
  status: Status.annotateKey({ description: "Whether the brand is in use" }),
  logoUrl: Schema.NullOr(Schema.String).annotateKey({ description: "URL of its logo; null if none" }),
  venues: Schema.Array(Venue).annotateKey({ description: "Its venues, by name then id" }),
  createdAt: Instant.annotateKey({ description: "When the brand was created" }),
  updatedAt: Instant.annotateKey({ description: "When the brand or one of its venues last changed" })
}).annotate({ identifier: "Brand" })
export type Brand = typeof Brand.Type

/**
 * A position in the list of brands, issued by the core and opaque here; at most 350 bytes of UTF-8, so that it fits
 * into a 512-character cursor (HUB-018).
 */
export const BrandPosition = Schema.NonEmptyString.check(bytesAtMost(350))

/** One page; `next` is null on the last one. */
export const BrandPage = Schema.Struct({
  items: Schema.Array(Brand),
  next: Schema.NullOr(BrandPosition)
})
export type BrandPage = typeof BrandPage.Type
