import { Schema } from "effect"
import { HttpsUrl } from "../shared/HttpsUrl.ts"
import { LabelText } from "../shared/LabelText.ts"
import { MarkdownText, PageBlock } from "./PageBlock.ts"

/** The path segment of a page below its organization. */
export const PageSlug = Schema.String.check(
  Schema.isPattern(/^[a-z0-9]+(?:-[a-z0-9]+)*$/u, {
    expected: "lower-case letters and digits, separated by single hyphens",
    toJsonSchema: () => ({ pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$" })
  }),
  Schema.isMaxLength(80)
)

const localePattern = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?$/u

/** A language tag: language, optional script and region (BCP 47). */
export const Locale = Schema.String.check(
  Schema.isPattern(localePattern, {
    expected: "a language tag such as en or pt-BR",
    toJsonSchema: () => ({ pattern: localePattern.source, maxLength: 12 })
  })
)

/** The image at the top of a page and in link previews. */
export const FeaturedImage = Schema.Struct({
  imageId: Schema.String.annotateKey({ description: "Id of the image in its URLs" }),
  alt: Schema.String.annotateKey({ description: "Alternative text" }),
  width: Schema.Int.annotateKey({ description: "Width in pixels" }),
  height: Schema.Int.annotateKey({ description: "Height in pixels" }),
  contentType: Schema.String.annotateKey({ description: "Media type" }),
  bytes: Schema.Int.annotateKey({ description: "Size in bytes" })
})
export interface FeaturedImage extends Schema.Schema.Type<typeof FeaturedImage> {}

const directives = "all|none|index|noindex|follow|nofollow|noarchive|nosnippet|noimageindex|notranslate"
const robotsPattern = new RegExp(`^(?:${directives})(?:, ?(?:${directives})){0,5}$`, "u")

/** Directives of the robots meta tag, separated by commas. */
export const Robots = Schema.String.check(
  Schema.isPattern(robotsPattern, {
    expected: "directives such as noindex,nofollow",
    toJsonSchema: () => ({ pattern: robotsPattern.source, maxLength: 100 })
  })
)

/** Metadata for search engines and link previews (PAR-076). */
export const PageSeo = Schema.Struct({
  title: Schema.NullOr(LabelText(120)).annotateKey({
    description: "Title for search engines; null: the page's own"
  }),
  description: Schema.NullOr(LabelText(320)).annotateKey({ description: "Summary for search engines" }),
  canonicalUrl: Schema.NullOr(HttpsUrl).annotateKey({
    description: "Canonical URL; null: the page's own"
  }),
  robots: Robots.annotateKey({ description: "Directives for search engines" }),
  ogImageUrl: Schema.NullOr(HttpsUrl).annotateKey({
    description: "Image for link previews; null: the featured image"
  })
})
export interface PageSeo extends Schema.Schema.Type<typeof PageSeo> {}

/** Restricts a page to the members of a program. */
export const MemberGate = Schema.Struct({
  enabled: Schema.Boolean.annotateKey({ description: "Whether the page is for members only" }),
  programId: Schema.NullOr(Schema.String).annotateKey({
    description: "Id of the program whose members may read the page"
  })
})
export interface MemberGate extends Schema.Schema.Type<typeof MemberGate> {}

/** Maximum number of blocks of a page, and of characters of all blocks as JSON. */
const maxBlocks = 40
const maxBlockText = 65_536

const fitsBlockText = Schema.makeFilter(
  (blocks: ReadonlyArray<PageBlock>) =>
    JSON.stringify(blocks).length <= maxBlockText ? undefined : `blocks of more than ${maxBlockText} characters`,
  { expected: `blocks of at most ${maxBlockText} characters as JSON` }
)

/** The content of a page, apart from its theme and search settings. */
export const contentFields = {
  title: LabelText(120).annotateKey({ description: "Title of the page" }),
  headline: Schema.NullOr(LabelText(200)).annotateKey({ description: "Line below the title" }),
  body: MarkdownText(20_000).annotateKey({ description: "Text above the blocks, in Markdown without HTML" }),
  blocks: Schema.Array(PageBlock).check(Schema.isMaxLength(maxBlocks), fitsBlockText).annotateKey({
    description: "Sections of the page, from top to bottom; at most 65,536 characters as JSON"
  }),
  slug: PageSlug.annotateKey({ description: "Last path segment of the page's URL, unique among published pages" }),
  locale: Locale.annotateKey({ description: "Language of the page" })
}
