import { Schema } from "effect"
import { bytesAtMost } from "../shared/bytesAtMost.ts"
import { Instant } from "../shared/Instant.ts"

const Status = Schema.Literals(["active", "inactive"])

/** A venue of a brand. A hidden property appears as an inactive venue (DOMAIN 11.7). */
export const Venue = Schema.Struct({
  id: Schema.NonEmptyString.annotate({ description: "Document id: the venue's id on every surface" }),
  name: Schema.String,
  slug: Schema.String,
  status: Status,
  type: Schema.String,
  city: Schema.String,
  country: Schema.String,
  timezone: Schema.String
}).annotate({ identifier: "Venue" })
export type Venue = typeof Venue.Type

/** A brand with its venues, by venue name then id (HUB-023). */
export const Brand = Schema.Struct({
  id: Schema.NonEmptyString.annotate({ description: "Document id: the brand's id on every surface" }),
  name: Schema.String,
  slug: Schema.String,
  status: Status,
  logoUrl: Schema.NullOr(Schema.String),
  venues: Schema.Array(Venue),
  createdAt: Instant,
  updatedAt: Instant
}).annotate({ identifier: "Brand" })
export type Brand = typeof Brand.Type

/**
 * A position in the list of brands: owned by the core and opaque here; at most 350 bytes of UTF-8, so that it fits a
 * 512-character cursor (HUB-018).
 */
export const BrandPosition = Schema.NonEmptyString.check(bytesAtMost(350))

/** One page; `next` is null on the last one. */
export const BrandPage = Schema.Struct({
  items: Schema.Array(Brand),
  next: Schema.NullOr(BrandPosition)
})
export type BrandPage = typeof BrandPage.Type
