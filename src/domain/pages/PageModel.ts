import { Schema } from "effect"
import { BenefitXid } from "../benefits/Benefit.ts"
import { OfferXid } from "../offers/Offer.ts"
import { Organization } from "../organizations/Organization.ts"
import { Property } from "../properties/Property.ts"
import { Instant } from "../shared/Instant.ts"
import { PageTheme } from "../themes/Theme.ts"
import {
  CallToActionBlock,
  FaqBlock,
  HeroBlock,
  ImageBlock,
  MapBlock,
  OffersBlock,
  PerksBlock,
  TextBlock
} from "./PageBlock.ts"
import { contentFields, FeaturedImage, MemberGate, PageSeo } from "./PageContent.ts"

/** An offer as guests see it on a page. */
export const PageOffer = Schema.Struct({
  offerId: OfferXid.annotateKey({ description: "External id of the offer" }),
  name: Schema.String.annotateKey({ description: "Name of the offer" }),
  shortDescription: Schema.NullOr(Schema.String).annotateKey({ description: "Short description, one line" }),
  pointsRequired: Schema.Int.annotateKey({ description: "Price in points" }),
  imageUrl: Schema.NullOr(Schema.String).annotateKey({ description: "URL of its image" }),
  validUntil: Schema.NullOr(Instant).annotateKey({ description: "When the offer ends; null: never" })
}).annotate({ identifier: "PageOffer" })
export interface PageOffer extends Schema.Schema.Type<typeof PageOffer> {}

/** A benefit as guests see it on a page, with the overrides of the page's venue. */
export const PagePerk = Schema.Struct({
  benefitId: BenefitXid.annotateKey({ description: "Id of the benefit" }),
  name: Schema.String.annotateKey({ description: "Name of the benefit" }),
  description: Schema.NullOr(Schema.String).annotateKey({ description: "Description of the benefit" })
}).annotate({ identifier: "PagePerk" })
export interface PagePerk extends Schema.Schema.Type<typeof PagePerk> {}

/** The venue of a page, as guests see it. */
export const PageVenue = Schema.Struct({
  propertyId: Property.fields.documentId.annotateKey({ description: "Document id of the property" }),
  name: Schema.String.annotateKey({ description: "Name of the property" }),
  street: Schema.NullOr(Schema.String).annotateKey({ description: "Street and number" }),
  postalCode: Schema.NullOr(Schema.String).annotateKey({ description: "Postal code" }),
  city: Schema.String.annotateKey({ description: "City" }),
  state: Schema.NullOr(Schema.String).annotateKey({ description: "State" }),
  country: Schema.String.annotateKey({ description: "Country, in English" }),
  latitude: Schema.Finite.annotateKey({ description: "Degrees north of the equator, WGS 84" }),
  longitude: Schema.Finite.annotateKey({ description: "Degrees east of Greenwich, WGS 84" }),
  phone: Schema.NullOr(Schema.String).annotateKey({ description: "Telephone number" }),
  starRating: Schema.NullOr(Schema.Int).annotateKey({ description: "Official stars, 1 to 5" }),
  guestRating: Schema.NullOr(Schema.Finite).annotateKey({ description: "Mean rating by guests, 1 to 5" }),
  reviewCount: Schema.NullOr(Schema.Int).annotateKey({ description: "Number of guest ratings" }),
  imageUrl: Schema.NullOr(Schema.String).annotateKey({ description: "URL of its image" })
}).annotate({ identifier: "PageVenue" })
export interface PageVenue extends Schema.Schema.Type<typeof PageVenue> {}

/** A block with live data in place of ids. */
export const ResolvedBlock = Schema.Union([
  HeroBlock,
  TextBlock,
  ImageBlock,
  Schema.Struct({
    type: OffersBlock.fields.type,
    heading: OffersBlock.fields.heading,
    offers: Schema.Array(PageOffer).annotateKey({ description: "The available offers, in order" })
  }),
  Schema.Struct({
    type: PerksBlock.fields.type,
    heading: PerksBlock.fields.heading,
    perks: Schema.Array(PagePerk).annotateKey({ description: "The available benefits, in order" })
  }),
  MapBlock,
  CallToActionBlock,
  FaqBlock
])
export type ResolvedBlock = typeof ResolvedBlock.Type

/**
 * The complete content of a page version, with live data (PAR-075). Missing items are omitted, and so are blocks with
 * nothing left to show; a map requires a venue.
 */
export const PageModel = Schema.Struct({
  organization: Schema.Struct({
    name: Organization.fields.name.annotateKey({ description: "Name of the organization" }),
    slug: Organization.fields.slug.annotateKey({ description: "URL slug of the organization" })
  }).annotateKey({ description: "The organization that owns the page" }),
  hostname: Schema.NullOr(Schema.String).annotateKey({
    description: "Verified hostname that serves it as the home page; null if none"
  }),
  version: Schema.Int.annotateKey({ description: "Number of the version" }),
  title: contentFields.title,
  headline: contentFields.headline,
  body: contentFields.body,
  slug: contentFields.slug,
  locale: contentFields.locale,
  blocks: Schema.Array(ResolvedBlock).annotateKey({ description: "Sections of the page, from top to bottom" }),
  featuredImage: Schema.NullOr(FeaturedImage).annotateKey({ description: "The image at its top" }),
  seo: PageSeo.annotateKey({ description: "Metadata for search engines and link previews" }),
  theme: PageTheme.annotateKey({ description: "Theme of the page" }),
  memberGate: MemberGate.annotateKey({ description: "Whether it is for members only" }),
  venue: Schema.NullOr(PageVenue).annotateKey({ description: "The venue of the page; null if none or not public" })
}).annotate({ identifier: "PageModel" })
export interface PageModel extends Schema.Schema.Type<typeof PageModel> {}
