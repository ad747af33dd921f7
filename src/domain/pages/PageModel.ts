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
  shortDescription: Schema.NullOr(Schema.String).annotateKey({ description: "One line about it" }),
  pointsRequired: Schema.Int.annotateKey({ description: "Price in points" }),
  imageUrl: Schema.NullOr(Schema.String).annotateKey({ description: "Address of its image" }),
  validUntil: Schema.NullOr(Instant).annotateKey({ description: "When the offer ends; null for never" })
}).annotate({ identifier: "PageOffer" })
export interface PageOffer extends Schema.Schema.Type<typeof PageOffer> {}

/** A benefit as guests see it on a page, under the name that the venue of the page has for it. */
export const PagePerk = Schema.Struct({
  benefitId: BenefitXid.annotateKey({ description: "Id of the benefit" }),
  name: Schema.String.annotateKey({ description: "Name of the benefit" }),
  description: Schema.NullOr(Schema.String).annotateKey({ description: "What the benefit is" })
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
  reviewCount: Schema.NullOr(Schema.Int).annotateKey({ description: "How many guests have rated it" }),
  imageUrl: Schema.NullOr(Schema.String).annotateKey({ description: "Address of its image" })
}).annotate({ identifier: "PageVenue" })
export interface PageVenue extends Schema.Schema.Type<typeof PageVenue> {}

/** A block with what it shows in place of ids. */
export const ShownBlock = Schema.Union([
  HeroBlock,
  TextBlock,
  ImageBlock,
  Schema.Struct({
    type: OffersBlock.fields.type,
    heading: OffersBlock.fields.heading,
    offers: Schema.Array(PageOffer).annotateKey({ description: "The offers that there are, in their order" })
  }),
  Schema.Struct({
    type: PerksBlock.fields.type,
    heading: PerksBlock.fields.heading,
    perks: Schema.Array(PagePerk).annotateKey({ description: "The benefits that there are, in their order" })
  }),
  MapBlock,
  CallToActionBlock,
  FaqBlock
])
export type ShownBlock = typeof ShownBlock.Type

/**
 * All that a version of a page shows, live data included (PAR-075). What is gone is left out, and so is a block with
 * nothing left to show; a map needs a venue.
 */
export const PageModel = Schema.Struct({
  organization: Schema.Struct({
    name: Organization.fields.name.annotateKey({ description: "Name of the organization" }),
    slug: Organization.fields.slug.annotateKey({ description: "Name of the organization in addresses" })
  }).annotateKey({ description: "Whose page it is" }),
  hostname: Schema.NullOr(Schema.String).annotateKey({
    description: "Verified hostname at which it is the first page; null for none"
  }),
  version: Schema.Int.annotateKey({ description: "Number of the version" }),
  title: contentFields.title,
  headline: contentFields.headline,
  body: contentFields.body,
  slug: contentFields.slug,
  locale: contentFields.locale,
  blocks: Schema.Array(ShownBlock).annotateKey({ description: "Parts of the page, from the top" }),
  featuredImage: Schema.NullOr(FeaturedImage).annotateKey({ description: "The image at its top" }),
  seo: PageSeo.annotateKey({ description: "What search engines are told" }),
  theme: PageTheme.annotateKey({ description: "How it looks" }),
  memberGate: MemberGate.annotateKey({ description: "Whether it is for members only" }),
  venue: Schema.NullOr(PageVenue).annotateKey({ description: "The venue it is of; null for none that is public" })
}).annotate({ identifier: "PageModel" })
export interface PageModel extends Schema.Schema.Type<typeof PageModel> {}
