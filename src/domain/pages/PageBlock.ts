import { Schema } from "effect"
import { characters } from "../shared/characters.ts"
import { ExternalId } from "../shared/ExternalId.ts"
import { HttpsUrl } from "../shared/HttpsUrl.ts"
import { LabelText } from "../shared/LabelText.ts"

/** Markdown (CommonMark) without HTML: HTML in it is escaped. */
export const MarkdownText = (maxLength: number) =>
  Schema.String.check(
    characters(0, maxLength),
    Schema.isPattern(/^[^\0]*$/u, { expected: "text without a NUL character", toJsonSchema: () => ({}) })
  )

const linkPattern =
  /^(?:https:\/\/(?![^/?#\\]*@)[\x21-\x7e]{1,2040}|\/(?![/\\])[\x21-\x7e]{0,2040}|#[A-Za-z0-9_-]{1,64}|mailto:[\x21-\x7e]{3,320}|tel:\+?[0-9 ()-]{3,32})$/u

/** The target of a button: an https URL, a path of this site, a fragment, a mailto: or a tel: URL. */
export const LinkTarget = Schema.String.check(
  Schema.isPattern(linkPattern, {
    expected: "an https URL, a path, a fragment, a mailto: or a tel: URL",
    toJsonSchema: () => ({ pattern: linkPattern.source, maxLength: 2048 })
  })
)

const heading = Schema.optionalKey(LabelText(120)).annotateKey({ description: "Heading of the block" })

const imageAlt = LabelText(250).annotateKey({ description: "Alternative text" })

const Button = {
  label: LabelText(40).annotateKey({ description: "Label of the button" }),
  href: LinkTarget.annotateKey({ description: "Target of the button" })
}

const ids = (maxLength: number, description: string) =>
  Schema.Array(ExternalId).check(Schema.isMinLength(1), Schema.isMaxLength(maxLength)).annotateKey({ description })

const typed = <Name extends string>(name: Name) =>
  Schema.Literal(name).annotateKey({ description: "Type of the block" })

/** A hero section: a large heading over an image, with a button. */
export const HeroBlock = Schema.Struct({
  type: typed("hero"),
  heading: LabelText(120).annotateKey({ description: "Heading of the block" }),
  text: Schema.optionalKey(LabelText(300)).annotateKey({ description: "A sentence below the heading" }),
  imageUrl: Schema.optionalKey(HttpsUrl).annotateKey({ description: "URL of the image behind the text" }),
  button: Schema.optionalKey(Schema.Struct(Button)).annotateKey({ description: "Its button" })
})

/** Running text. */
export const TextBlock = Schema.Struct({
  type: typed("text"),
  heading,
  text: MarkdownText(10_000).annotateKey({ description: "The text, in Markdown without HTML" })
})

/** One image. */
export const ImageBlock = Schema.Struct({
  type: typed("image"),
  imageUrl: HttpsUrl.annotateKey({ description: "URL of the image" }),
  alt: imageAlt,
  caption: Schema.optionalKey(LabelText(250)).annotateKey({ description: "Text below the image" })
})

/** Offers of the organization, resolved when the page is read; missing ones are omitted. */
export const OffersBlock = Schema.Struct({
  type: typed("offers"),
  heading,
  offerIds: ids(12, "External ids of the offers, in display order")
})

/** Benefits of the organization, resolved when the page is read; missing ones are omitted. */
export const PerksBlock = Schema.Struct({
  type: typed("perks"),
  heading,
  benefitIds: ids(20, "Ids of the benefits, in display order")
})

/** The address of the page's venue, with a link to a map. Omitted on a page without a venue. */
export const MapBlock = Schema.Struct({ type: typed("map"), heading })

/** A banner with a button. */
export const CallToActionBlock = Schema.Struct({
  type: typed("callToAction"),
  heading: LabelText(120).annotateKey({ description: "Heading of the block" }),
  text: Schema.optionalKey(LabelText(300)).annotateKey({ description: "A sentence below the heading" }),
  button: Schema.Struct(Button).annotateKey({ description: "Its button" })
})

const Question = Schema.Struct({
  question: LabelText(250).annotateKey({ description: "The question" }),
  answer: MarkdownText(2000).annotateKey({ description: "The answer, in Markdown without HTML" })
})

/** Questions with collapsible answers. */
export const FaqBlock = Schema.Struct({
  type: typed("faq"),
  heading,
  items: Schema.Array(Question).check(Schema.isMinLength(1), Schema.isMaxLength(30)).annotateKey({
    description: "The questions, in display order"
  })
})

/** A section of a page, discriminated by `type`. */
export const PageBlock = Schema.Union([
  HeroBlock,
  TextBlock,
  ImageBlock,
  OffersBlock,
  PerksBlock,
  MapBlock,
  CallToActionBlock,
  FaqBlock
])
export type PageBlock = typeof PageBlock.Type
