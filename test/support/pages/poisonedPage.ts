import { Schema } from "effect"
import { PageBlock } from "../../../src/domain/pages/PageBlock.ts"
import type { PageModel } from "../../../src/domain/pages/PageModel.ts"
import { exampleBlocks, exampleModel, exampleThemes } from "./pageExamples.ts"

/** Text fields that their schemas or the renderer restrict to values in which no script can run. */
const restrictedFields = new Set([
  "type",
  "offerId",
  "benefitId",
  "propertyId",
  "colors",
  "fonts",
  "locale",
  "robots",
  "validUntil",
  "hostname"
])

/** The value with each text in it replaced by `text`. */
const poisoned = (value: unknown, text: string, field = ""): unknown => {
  if (restrictedFields.has(field)) return value
  if (typeof value === "string") return text
  if (Array.isArray(value)) return value.map((item) => poisoned(item, text))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, poisoned(inner, text, name)]))
}

const isModel = (value: unknown): value is PageModel =>
  typeof value === "object" && value !== null && "blocks" in value && "venue" in value

/** A page with every block, in which each text field, including the URLs of links and images, is `text`. */
export const poisonedPage = (text: string): PageModel => {
  const whole: PageModel = {
    ...exampleModel(undefined, { ...exampleThemes.harbour, logoUrl: "https://x.example/logo.png" }),
    seo: {
      title: "t",
      description: "d",
      canonicalUrl: "https://a.example/",
      robots: "index,follow",
      ogImageUrl: "https://a.example/x.png"
    },
    featuredImage: { imageId: "i", alt: "a", width: 1200, height: 800, contentType: "image/png", bytes: 1 }
  }
  const model = poisoned(whole, text)
  if (!isModel(model)) throw new Error("no page")
  return model
}

/** Blocks without references to rows, in which each unrestricted text field is `text`. */
export const poisonedBlocks = (text: string): ReadonlyArray<PageBlock> =>
  exampleBlocks
    .filter((block) => !/"(?:offer|benefit|property)Ids?"/u.test(JSON.stringify(block)))
    .map((block) => {
      const fields = Object.entries(block).map(([name, value]) => {
        const changed = poisoned(value, text, name)
        return [name, Schema.is(PageBlock)({ ...block, [name]: changed }) ? changed : value]
      })
      return Schema.decodeUnknownSync(PageBlock)(Object.fromEntries(fields))
    })
