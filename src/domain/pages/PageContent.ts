import { Schema } from "effect"
import { HttpsUrl } from "../shared/HttpsUrl.ts"
import { LabelText } from "../shared/LabelText.ts"
import { MarkdownText, PageBlock } from "./PageBlock.ts"

/** The part of a page's address below its organization. */
export const PageSlug = Schema.String.check(
  Schema.isPattern(/^[a-z0-9]+(?:-[a-z0-9]+)*$/u, {
    expected: "small letters and digits, with single hyphens between them",
    toJsonSchema: () => ({ pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$" })
  }),
  Schema.isMaxLength(80)
)

const localePattern = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?$/u

/** A language tag: language, script and region where it has them (BCP 47). */
export const Locale = Schema.String.check(
  Schema.isPattern(localePattern, {
    expected: "a language tag such as en or pt-BR",
    toJsonSchema: () => ({ pattern: localePattern.source, maxLength: 12 })
  })
)

/** The image at the top of a page, and in what others show of a link to it. */
export const FeaturedImage = Schema.Struct({
  imageId: Schema.String.annotateKey({ description: "Id of the image in its addresses" }),
  alt: Schema.String.annotateKey({ description: "What the image shows, for those who do not see it" }),
  width: Schema.Int.annotateKey({ description: "Width in pixels" }),
  height: Schema.Int.annotateKey({ description: "Height in pixels" }),
  contentType: Schema.String.annotateKey({ description: "Media type" }),
  bytes: Schema.Int.annotateKey({ description: "Size in bytes" })
})
export interface FeaturedImage extends Schema.Schema.Type<typeof FeaturedImage> {}

const directives = "all|none|index|noindex|follow|nofollow|noarchive|nosnippet|noimageindex|notranslate"
const robotsPattern = new RegExp(`^(?:${directives})(?:, ?(?:${directives})){0,5}$`, "u")

/** What search engines may do: directives of the robots meta tag, with commas between them. */
export const Robots = Schema.String.check(
  Schema.isPattern(robotsPattern, {
    expected: "directives such as noindex,nofollow",
    toJsonSchema: () => ({ pattern: robotsPattern.source, maxLength: 100 })
  })
)

/** What search engines and those who share a link are told (PAR-076). */
export const PageSeo = Schema.Struct({
  title: Schema.NullOr(LabelText(120)).annotateKey({
    description: "Title for search engines; null for the page's own"
  }),
  description: Schema.NullOr(LabelText(320)).annotateKey({ description: "Summary for search engines" }),
  canonicalUrl: Schema.NullOr(HttpsUrl).annotateKey({
    description: "The address that search engines should list; null for the page's own"
  }),
  robots: Robots.annotateKey({ description: "What search engines may do" }),
  ogImageUrl: Schema.NullOr(HttpsUrl).annotateKey({
    description: "Image that is shown with a shared link; null for the featured image"
  })
})
export interface PageSeo extends Schema.Schema.Type<typeof PageSeo> {}

/** Whether only members of a program may read the page. */
export const MemberGate = Schema.Struct({
  enabled: Schema.Boolean.annotateKey({ description: "Whether the page is for members only" }),
  programId: Schema.NullOr(Schema.String).annotateKey({ description: "Id of the program whose members may read it" })
})
export interface MemberGate extends Schema.Schema.Type<typeof MemberGate> {}

/** The most blocks of a page, and the most characters of all of them as JSON. */
const mostBlocks = 40
const mostBlockText = 65_536

const areShort = Schema.makeFilter(
  (blocks: ReadonlyArray<PageBlock>) =>
    JSON.stringify(blocks).length <= mostBlockText ? undefined : `blocks of more than ${mostBlockText} characters`,
  { expected: `blocks of at most ${mostBlockText} characters as JSON` }
)

/** What a page says, apart from its theme and its search settings. */
export const contentFields = {
  title: LabelText(120).annotateKey({ description: "Title of the page" }),
  headline: Schema.NullOr(LabelText(200)).annotateKey({ description: "Line below the title" }),
  body: MarkdownText(20_000).annotateKey({ description: "Text above the blocks, in Markdown without HTML" }),
  blocks: Schema.Array(PageBlock).check(Schema.isMaxLength(mostBlocks), areShort).annotateKey({
    description: "Parts of the page, from the top; at most 65,536 characters as JSON"
  }),
  slug: PageSlug.annotateKey({ description: "Last part of the page's address, unique among published pages" }),
  locale: Locale.annotateKey({ description: "Language of the page" })
}
