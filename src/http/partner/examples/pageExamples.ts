import type { RequestExample } from "../../surface/documents/DocumentFacts.ts"

/** Ids in the demo data: pages of V1 by status, an unused theme kit and domain, the program, an offer and a benefit. */
const demo = {
  V1: "t5jsyq1qwiudc8e7cj2uvs7t",
  published: "019b76da-a800-79c5-8dae-ec7604b6d83d",
  publishedWithDraft: "019b76da-a800-7da9-b757-36df8fe003dd",
  offlineWithDraft: "019b76da-a800-7763-9d02-d315e2ad4f2e",
  everywhere: "019b76da-a800-797d-b9f1-6fe5f0a2f2f4",
  kit: "019b76da-a800-7d32-ab4f-8b328d60fabb",
  domain: "019b76da-a800-7902-baa4-6c6ded11af42",
  usedDomain: "019b76da-a800-7ac3-8ae9-150abd90eaf8",
  program: "019b76da-a800-7135-af7e-4392baf72216",
  dinner: "019b76da-a800-786c-83c8-608926351c3d",
  welcomeDrink: "019b76da-a800-7a9e-bc2d-e3b41dc70a96"
}

const theme = {
  themeKitId: demo.kit,
  colors: { primary: "#7a1f2b", background: "#fbfaf7", text: "#1d2733" },
  fonts: { heading: "Playfair Display", body: "Lato" },
  logoUrl: null,
  borderRadius: 12
}

const seo = {
  title: "Stay at the harbour",
  description: "Rooms with a view, and breakfast until noon",
  canonicalUrl: null,
  robots: "index,follow",
  ogImageUrl: null
}

const blocks = [
  {
    type: "hero",
    heading: "Stay a little longer",
    text: "Mornings without an alarm, and a late check-out for members",
    button: { label: "See the offers", href: "#offers" }
  },
  { type: "text", heading: "The house", text: "Rooms with a view, and **breakfast until noon**." },
  { type: "offers", heading: "Offers", offerIds: [demo.dinner] },
  { type: "perks", heading: "For members", benefitIds: [demo.welcomeDrink] },
  { type: "map", heading: "How to find us" }
]

const version = {
  version: 1,
  title: "The harbour house",
  headline: "A place to come back to",
  body: "Welcome. *We look forward to your stay.*",
  blocks,
  slug: "harbour-house",
  locale: "en",
  featuredImage: null,
  seo,
  theme,
  memberGate: { enabled: false, programId: null },
  updatedAt: "2026-04-10T09:12:44.000Z",
  publishedAt: "2026-04-10T09:12:44.000Z"
}

const page = {
  pageGroupId: demo.published,
  name: "The harbour house",
  slug: "harbour-house",
  status: "published",
  hasDraft: false,
  propertyId: demo.V1,
  customDomain: { id: demo.usedDomain, hostname: "www.hotels-a.example" },
  published: version,
  draft: null,
  createdAt: "2026-03-13T08:00:00.000Z",
  updatedAt: "2026-04-10T09:12:44.000Z"
}

const draft = {
  ...version,
  version: 3,
  headline: "Back for the summer",
  updatedAt: "2026-05-10T09:12:44.000Z",
  publishedAt: null
}

const edited = { ...page, hasDraft: true, draft, updatedAt: draft.updatedAt }

const published = {
  ...page,
  published: { ...draft, publishedAt: "2026-05-10T09:20:00.000Z" },
  updatedAt: "2026-05-10T09:20:00.000Z"
}

const key = (name: string) => ({ "idempotency-key": `example-page-${name}` })
const withKey = (pageGroupId: string, name: string) => ({ parameters: { pageGroupId, ...key(name) } })
const read = { parameters: { pageGroupId: demo.published } }

/** Requests to the page endpoints that succeed against the demo data, by operation id. */
export const pageRequests: Readonly<Record<string, RequestExample>> = {
  getPage: read,
  previewPage: { parameters: { pageGroupId: demo.publishedWithDraft } },
  getPageSeo: read,
  getPageTheme: read,
  listEligibleDomains: read,
  listGatePrograms: read,
  changePage: {
    ...withKey(demo.publishedWithDraft, "change"),
    bodies: {
      text: {
        summary: "Change the headline and the text above the blocks",
        value: { headline: draft.headline, body: draft.body }
      },
      blocks: { summary: "Replace all blocks", value: { blocks } },
      gate: {
        summary: "Restrict the page to members of a program",
        value: { memberGate: { enabled: true, programId: demo.program } }
      }
    }
  },
  changePageTheme: {
    ...withKey(demo.publishedWithDraft, "theme"),
    bodies: {
      kit: { summary: "Apply a theme kit", value: { themeKitId: demo.kit } },
      token: { summary: "Change one colour", value: { colors: { primary: "#0b5d78" } } }
    }
  },
  uploadFeaturedImage: withKey(demo.publishedWithDraft, "image"),
  replacePageSeo: {
    ...withKey(demo.publishedWithDraft, "seo"),
    bodies: { all: { summary: "Title and description", value: { title: seo.title, description: seo.description } } }
  },
  assignCustomDomain: {
    ...withKey(demo.everywhere, "domain"),
    bodies: {
      assign: { summary: "Assign a verified domain", value: { customDomainId: demo.domain } },
      none: { summary: "Remove the domain", value: { customDomainId: null } }
    }
  },
  editPage: withKey(demo.published, "edit"),
  discardDraft: withKey(demo.publishedWithDraft, "discard"),
  publishPage: withKey(demo.offlineWithDraft, "publish"),
  unpublishPage: withKey(demo.published, "unpublish")
}

/** Example responses of the page endpoints, by operation id. */
export const pageExamples = {
  listPages: { items: [page], total: 1, limit: 25, offset: 0 },
  getPage: page,
  previewPage: {
    pageGroupId: demo.publishedWithDraft,
    version: 3,
    html: '<!doctype html><html lang="en"><head><title>Stay at the harbour</title></head><body>...</body></html>',
    model: {
      organization: { name: "Organization A", slug: "organization-a" },
      hostname: null,
      version: 3,
      title: draft.title,
      headline: draft.headline,
      body: draft.body,
      slug: draft.slug,
      locale: "en",
      blocks: [
        {
          type: "offers",
          heading: "Offers",
          offers: [
            {
              offerId: demo.dinner,
              name: "Dinner for two",
              shortDescription: null,
              pointsRequired: 4000,
              imageUrl: null,
              validUntil: null
            }
          ]
        },
        {
          type: "perks",
          heading: "For members",
          perks: [{ benefitId: demo.welcomeDrink, name: "Welcome drink", description: null }]
        }
      ],
      featuredImage: null,
      seo,
      theme,
      memberGate: draft.memberGate,
      venue: {
        propertyId: demo.V1,
        name: "Venue V1",
        street: null,
        postalCode: null,
        city: "Lisbon",
        state: "Lisboa",
        country: "Portugal",
        latitude: 38.7223,
        longitude: -9.1393,
        phone: null,
        starRating: 5,
        guestRating: 4.6,
        reviewCount: 120,
        imageUrl: null
      }
    }
  },
  getPageSeo: { version: 1, seo },
  getPageTheme: { version: 1, theme, warnings: [] },
  listEligibleDomains: {
    items: [
      { id: demo.domain, hostname: "stay.hotels-a.example", status: "verified", assignedPageGroupId: null },
      {
        id: demo.usedDomain,
        hostname: "www.hotels-a.example",
        status: "verified",
        assignedPageGroupId: demo.published
      }
    ]
  },
  listGatePrograms: { items: [{ programId: demo.program, name: "Program A", status: "active" }] },
  changePage: edited,
  changePageTheme: {
    version: 3,
    theme: { ...theme, colors: { ...theme.colors, text: "#8a8a8a" } },
    warnings: [
      { pair: "text/background", ratio: 3.3, required: 4.5 },
      { pair: "text/surface", ratio: 3.21, required: 4.5 }
    ]
  },
  uploadFeaturedImage: {
    featuredImage: {
      url: "https://hub.example.com/media/images/0f7ce1de-5f3a-4c0b-9f52-6f0a4b1f7a11/1600.webp",
      alt: "The bay in the morning",
      width: 1600,
      height: 900,
      contentType: "image/webp",
      bytes: 184_320
    }
  },
  replacePageSeo: { version: 3, seo },
  assignCustomDomain: page,
  editPage: edited,
  discardDraft: page,
  publishPage: published,
  unpublishPage: { ...page, status: "offline" }
}
