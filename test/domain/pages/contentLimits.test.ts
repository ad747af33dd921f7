import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import {
  CallToActionBlock,
  FaqBlock,
  HeroBlock,
  ImageBlock,
  OffersBlock,
  PerksBlock,
  TextBlock
} from "../../../src/domain/pages/PageBlock.ts"
import { contentFields, PageSeo, PageSlug } from "../../../src/domain/pages/PageContent.ts"

type Case = readonly [name: string, most: number, schema: Schema.Top, of: (size: number) => unknown]

const text = (size: number) => "x".repeat(size)
const url = (size: number) => "https://a.example/".padEnd(size, "x")
const list = (size: number) => Array.from({ length: size }, (_, index) => `id-${index}`)

const questions = (size: number) => ({
  type: "faq",
  items: Array.from({ length: size }, () => ({ question: "Q", answer: "A" }))
})
const answer = (change: object) => ({ type: "faq", items: [{ question: "Q", answer: "A", ...change }] })
const button = (change: object) => ({
  type: "callToAction",
  heading: "H",
  button: { label: "B", href: "#b", ...change }
})

/** Text blocks that are `size` characters of JSON. */
const blocksOf = (size: number) => {
  const blocks = (last: number) =>
    [10_000, 10_000, 10_000, 10_000, 10_000, 10_000, last].map((length) => ({ type: "text", text: text(length) }))
  return blocks(size - JSON.stringify(blocks(0)).length)
}

const cases: ReadonlyArray<Case> = [
  ["title", 120, contentFields.title, text],
  ["headline", 200, contentFields.headline, text],
  ["body", 20_000, contentFields.body, text],
  ["slug", 80, PageSlug, text],
  ["blocks", 40, contentFields.blocks, (size) => Array.from({ length: size }, () => ({ type: "map" }))],
  ["characters of all blocks", 65_536, contentFields.blocks, blocksOf],
  ["hero heading", 120, HeroBlock, (size) => ({ type: "hero", heading: text(size) })],
  ["hero text", 300, HeroBlock, (size) => ({ type: "hero", heading: "H", text: text(size) })],
  ["hero image", 2048, HeroBlock, (size) => ({ type: "hero", heading: "H", imageUrl: url(size) })],
  ["text heading", 120, TextBlock, (size) => ({ type: "text", heading: text(size), text: "T" })],
  ["text", 10_000, TextBlock, (size) => ({ type: "text", text: text(size) })],
  ["image URL", 2048, ImageBlock, (size) => ({ type: "image", imageUrl: url(size), alt: "A" })],
  ["image alt", 250, ImageBlock, (size) => ({ type: "image", imageUrl: url(30), alt: text(size) })],
  ["caption", 250, ImageBlock, (size) => ({ type: "image", imageUrl: url(30), alt: "A", caption: text(size) })],
  ["offers", 12, OffersBlock, (size) => ({ type: "offers", offerIds: list(size) })],
  ["offer id", 180, OffersBlock, (size) => ({ type: "offers", offerIds: [text(size)] })],
  ["perks", 20, PerksBlock, (size) => ({ type: "perks", benefitIds: list(size) })],
  ["call heading", 120, CallToActionBlock, (size) => ({ ...button({}), heading: text(size) })],
  ["call text", 300, CallToActionBlock, (size) => ({ ...button({}), text: text(size) })],
  ["button label", 40, CallToActionBlock, (size) => button({ label: text(size) })],
  ["button target", 2048, CallToActionBlock, (size) => button({ href: url(size) })],
  ["questions", 30, FaqBlock, questions],
  ["question", 250, FaqBlock, (size) => answer({ question: text(size) })],
  ["answer", 2000, FaqBlock, (size) => answer({ answer: text(size) })],
  ["search title", 120, PageSeo.fields.title, text],
  ["search description", 320, PageSeo.fields.description, text],
  ["canonical URL", 2048, PageSeo.fields.canonicalUrl, url],
  ["shared image", 2048, PageSeo.fields.ogImageUrl, url],
  ["robots", 6, PageSeo.fields.robots, (size) => Array.from({ length: size }, () => "noarchive").join(",")]
]

it.effect("PAR-080, PAR-076: each text and list of a page is accepted up to its limit, and not beyond it", () =>
  Effect.sync(() => {
    for (const [name, most, schema, of] of cases) {
      assert.isTrue(Schema.is(schema)(of(most)), `${name}: ${most}`)
      assert.isFalse(Schema.is(schema)(of(most + 1)), `${name}: ${most + 1}`)
    }
  })
)
