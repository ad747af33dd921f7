import { Schema } from "effect"
import { Instant } from "../shared/Instant.ts"
import { ContrastWarning, contrastWarnings } from "../themes/contrastWarnings.ts"
import { PageTheme } from "../themes/Theme.ts"
import { contentFields, type FeaturedImage, MemberGate, PageSeo } from "./PageContent.ts"
import { PageStatus, type PageVersion } from "./PageGroup.ts"
import { PageModel } from "./PageModel.ts"
import { imageUrls } from "./imageUrls.ts"
import type { PageRecord } from "./Pages.ts"

/** The featured image of a version. */
export const FeaturedImageView = Schema.Struct({
  url: Schema.String.annotateKey({
    description: "Absolute URL of the widest rendition"
  }),
  alt: Schema.String.annotateKey({ description: "Alternative text" }),
  width: Schema.Int.annotateKey({ description: "Width of that rendition in pixels" }),
  height: Schema.Int.annotateKey({ description: "Height of that rendition in pixels" }),
  contentType: Schema.String.annotateKey({ description: "Media type of that rendition" })
}).annotate({ identifier: "FeaturedImage" })

const versionNumber = Schema.Int.annotateKey({
  description:
    "Incremented by every edit of the draft, so each published version has a higher number than the one before"
})

/** One version of a page (PAR-089). */
export const PageVersionView = Schema.Struct({
  version: versionNumber,
  ...contentFields,
  featuredImage: Schema.NullOr(FeaturedImageView).annotateKey({ description: "Image at the top; null if none" }),
  seo: PageSeo.annotateKey({ description: "Metadata for search engines and link previews" }),
  theme: PageTheme.annotateKey({ description: "Theme of the page" }),
  memberGate: MemberGate.annotateKey({ description: "Whether the page is for members only" }),
  updatedAt: Instant.annotateKey({ description: "When this version was last edited" }),
  publishedAt: Schema.NullOr(Instant).annotateKey({
    description: "When this version was published; null for a draft"
  })
}).annotate({ identifier: "PageVersion" })
export interface PageVersionView extends Schema.Schema.Type<typeof PageVersionView> {}

/** A page with its published version and its draft (PAR-089). */
export const PageGroupView = Schema.Struct({
  pageGroupId: Schema.String.annotateKey({ description: "Id of the page" }),
  name: Schema.String.annotateKey({ description: "Name of the page among the organization's pages" }),
  slug: Schema.NullOr(Schema.String).annotateKey({
    description: "Slug of the published version, else of the draft, else null"
  }),
  status: PageStatus.annotateKey({
    description: "Whether the page is published, was taken offline, or was never published"
  }),
  hasDraft: Schema.Boolean.annotateKey({ description: "Whether there is a draft" }),
  propertyId: Schema.NullOr(Schema.String).annotateKey({
    description: "Document id of the page's venue; null for an organization-wide page"
  }),
  customDomain: Schema.NullOr(
    Schema.Struct({
      id: Schema.String.annotateKey({ description: "Id of the custom domain" }),
      hostname: Schema.String.annotateKey({ description: "Its hostname" })
    })
  ).annotateKey({ description: "The page's own domain; null if none" }),
  published: Schema.NullOr(PageVersionView).annotateKey({
    description: "The latest published version, which guests see unless the page is offline; null before the first"
  }),
  draft: Schema.NullOr(PageVersionView).annotateKey({ description: "The version being edited; null if none" }),
  createdAt: Instant.annotateKey({ description: "When the page was created" }),
  updatedAt: Instant.annotateKey({ description: "When the page, its draft or its domain last changed" })
}).annotate({ identifier: "PageGroup" })
export interface PageGroupView extends Schema.Schema.Type<typeof PageGroupView> {}

/** The search settings of one version. */
export const PageSeoView = Schema.Struct({
  version: versionNumber,
  seo: PageSeo.annotateKey({ description: "Metadata for search engines and link previews" })
}).annotate({ identifier: "PageSeo" })

/** A rendered draft of a page. */
export const PagePreview = Schema.Struct({
  pageGroupId: Schema.String.annotateKey({ description: "Id of the page" }),
  version: versionNumber,
  html: Schema.String.annotateKey({ description: "The page as guests would see it, a complete HTML document" }),
  model: PageModel.annotateKey({ description: "The content of the HTML, including live data" })
}).annotate({ identifier: "PagePreview" })

/** The theme of one version. */
export const PageThemeView = Schema.Struct({
  version: versionNumber,
  theme: PageTheme.annotateKey({ description: "Theme of the page" }),
  warnings: Schema.Array(ContrastWarning).annotateKey({
    description:
      "Color pairs with insufficient contrast in the light scheme, with default colors for absent tokens; often empty"
  })
}).annotate({ identifier: "PageTheme" })

/** The theme of a version as callers see it. */
export const toPageTheme = ({ number, theme }: Pick<PageVersion, "number" | "theme">) => ({
  version: number,
  theme,
  warnings: contrastWarnings(theme.colors)
})

/** A featured image as callers see it, with a URL of the service. */
export const toFeaturedImage = (image: FeaturedImage, address: string): typeof FeaturedImageView.Type => ({
  url: imageUrls(image, address).fallback,
  alt: image.alt,
  width: image.width,
  height: image.height,
  contentType: image.contentType
})

const toPageVersion = (row: PageVersion, address: string): PageVersionView => ({
  version: row.number,
  title: row.title,
  headline: row.headline,
  body: row.body,
  blocks: row.blocks,
  slug: row.slug,
  locale: row.locale,
  featuredImage: row.featuredImage === null ? null : toFeaturedImage(row.featuredImage, address),
  seo: row.seo,
  theme: row.theme,
  memberGate: row.memberGate,
  updatedAt: row.updatedAt,
  publishedAt: row.publishedAt
})

/** A page as callers see it, with image URLs of the service. */
export const toPageGroup = (
  { customDomain, draft, group, propertyXid, published }: PageRecord,
  address: string
): PageGroupView => ({
  pageGroupId: group.xid,
  name: group.name,
  slug: published?.slug ?? draft?.slug ?? null,
  status: group.status,
  hasDraft: draft !== null,
  propertyId: propertyXid,
  customDomain: customDomain === null ? null : { id: customDomain.xid, hostname: customDomain.hostname },
  published: published === null ? null : toPageVersion(published, address),
  draft: draft === null ? null : toPageVersion(draft, address),
  createdAt: group.createdAt,
  updatedAt: group.updatedAt
})
