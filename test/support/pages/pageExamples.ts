import { DateTime, Schema } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { BenefitXid } from "../../../src/domain/benefits/Benefit.ts"
import { OfferXid } from "../../../src/domain/offers/Offer.ts"
import type { FeaturedImage } from "../../../src/domain/pages/PageContent.ts"
import { PageBlock } from "../../../src/domain/pages/PageBlock.ts"
import { PageGroupRowId, type PageVersionRow } from "../../../src/domain/pages/PageGroup.ts"
import type { PageModel } from "../../../src/domain/pages/PageModel.ts"
import type { PageSurroundings } from "../../../src/domain/pages/PageSources.ts"
import { toPageModel } from "../../../src/domain/pages/toPageModel.ts"
import { OrganizationId } from "../../../src/domain/organizations/Organization.ts"
import type { PageTheme } from "../../../src/domain/themes/Theme.ts"

const decode = Schema.decodeUnknownSync(PageBlock, { errors: "all", onExcessProperty: "error" })

/** The examples of blocks in the documentation, in its order. */
export const exampleBlocks: ReadonlyArray<PageBlock> = [
  ...readFileSync(join(import.meta.dirname, "../../../docs/pages.md"), "utf8").matchAll(/```json\n([\s\S]*?)\n```/gu)
].map(([, text = ""]) => decode(JSON.parse(text)))

const offer = (id: string, name: string, shortDescription: string | null, pointsRequired: number, image: string) => ({
  offerId: OfferXid.make(id),
  name,
  shortDescription,
  pointsRequired,
  imageUrl: image === "" ? null : `https://images.example.com/${image}.jpg`,
  validUntil: id === "offer-spa" ? "2027-03-31T22:00:00.000Z" : null
})

const perk = (id: string, name: string, description: string | null) => ({
  benefitId: BenefitXid.make(id),
  name,
  description
})

/** The rows behind the ids of the examples. */
export const exampleSurroundings: PageSurroundings = {
  organization: { name: "Harbour Hotels", slug: "harbour-hotels" },
  hostname: "stay.harbour.example",
  venue: {
    propertyId: "venue",
    name: "The Harbour House",
    street: "1 Quay Street",
    postalCode: "10000",
    city: "Lisbon",
    state: null,
    country: "Portugal",
    latitude: 38.7223,
    longitude: -9.1393,
    phone: "+351 21 555 0100",
    starRating: 4,
    guestRating: 4.6,
    reviewCount: 1284,
    imageUrl: "https://images.example.com/facade.jpg"
  },
  offers: [
    offer("offer-dinner", "Dinner for two", "Three courses on the terrace, wine included.", 2500, "dinner"),
    offer("offer-museum", "Museum pass", null, 800, ""),
    offer("offer-spa", "A day in the spa", "Sauna, pool and a massage of fifty minutes.", 4200, "spa")
  ],
  perks: [
    perk("benefit-drink", "Welcome drink", "A glass of what the house pours that evening."),
    perk("benefit-late", "Late check-out", "Your room is yours until 2 p.m."),
    perk("benefit-upgrade", "Room upgrade", "When a better room is free on the day you arrive."),
    perk("benefit-wifi", "Fast wireless", null)
  ]
}

/** Two themes that look as different as possible: one with serif fonts and round corners, one with neither. */
export const exampleThemes: Readonly<Record<"harbour" | "ember", PageTheme>> = {
  harbour: {
    themeKitId: null,
    colors: {
      primary: "#0b5d78",
      secondary: "#5b3a29",
      accent: "#a63d40",
      background: "#fbfaf7",
      surface: "#ffffff",
      text: "#1d2733",
      muted: "#55606c",
      border: "#d9dde2"
    },
    fonts: { heading: "Playfair Display", body: "Lato" },
    logoUrl: null,
    borderRadius: 14
  },
  ember: {
    themeKitId: null,
    colors: { primary: "#8a3b12", accent: "#7a4a00", background: "#fffdf9", surface: "#f7efe4", text: "#2a1d14" },
    fonts: { heading: "Montserrat", body: "Open Sans" },
    logoUrl: null,
    borderRadius: 2
  }
}

const at = DateTime.makeUnsafe("2026-05-10T12:00:00Z")

/** A version of a page with the blocks. */
export const exampleVersion = (
  blocks: ReadonlyArray<PageBlock>,
  theme: PageTheme = exampleThemes.harbour
): PageVersionRow => ({
  id: 1,
  organizationId: OrganizationId.make(1),
  pageGroupId: PageGroupRowId.make(1),
  number: 1,
  title: "A summer by the sea",
  headline: "Forty rooms above the harbour, and a table on the terrace",
  body: "Come for a weekend, and stay for the *light*. Members wake up later.",
  blocks,
  slug: "summer",
  locale: "en",
  featuredImage: null,
  seo: { title: null, description: null, canonicalUrl: null, robots: "index,follow", ogImageUrl: null },
  theme,
  memberGate: { enabled: false, programId: null },
  createdAt: at,
  updatedAt: at,
  publishedAt: at
})

/** The image at the top of a page. */
export const exampleImage: FeaturedImage = {
  imageId: "example",
  alt: "The house in the evening",
  width: 1600,
  height: 1000,
  contentType: "image/webp",
  bytes: 1
}

/** The model of such a version. */
export const exampleModel = (
  blocks: ReadonlyArray<PageBlock> = exampleBlocks,
  theme: PageTheme = exampleThemes.harbour
): PageModel => toPageModel(exampleVersion(blocks, theme), exampleSurroundings)
