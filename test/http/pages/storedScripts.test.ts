import { assert, describe, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { contentFields, PageSeo } from "../../../src/domain/pages/PageContent.ts"
import { HttpsUrl } from "../../../src/domain/shared/HttpsUrl.ts"
import { freshKey } from "../../support/http/clients.ts"
import { imageForm, onePixel } from "../../support/http/form.ts"
import { key, statusAndCode } from "../../support/partner.ts"
import { hasBrowser, launchBrowser } from "../../support/pages/pageBrowser.ts"
import { pageCall } from "../../support/pages/pageCall.ts"
import { change, edit, idOf, publish, seo, show, theme } from "../../support/pages/pages.ts"
import { poisonedBlocks } from "../../support/pages/poisonedPage.ts"
import { openWatched, ranOf } from "../../support/pages/scriptsInBrowser.ts"
import { scriptVectors } from "../../support/pages/scriptVectors.ts"
import * as Service from "../../support/http/service.ts"

const page = "V1_published_draft"
const environment = { HUB_LIMIT_PARTNER_KEY: "1000000", HUB_LIMIT_PARTNER_WRITES: "1000000" }

const path = `/v1/partner/pages/${idOf(page)}`

const write = (method: string, step: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  Effect.flatMap(Service.Service, ({ call }) =>
    call(method, `${path}${step}`, { headers: { ...key("PA"), ...freshKey(), ...headers }, body })
  )

/** Uploads an image with this alternative text, if the field accepts it. */
const describeImage = (alt: string) => {
  const { body, headers } = imageForm(onePixel, { fields: { alt } })
  return Effect.map(write("POST", "/featured-image", body, headers), ({ status, text }) =>
    assert.include([200, 400], status, text)
  )
}

/** The text if the field accepts it, else a harmless one. */
const textFor = (field: Schema.Top, text: string) => (Schema.is(field)(text) ? text : "A page")

const urlFor = (text: string) => (Schema.is(HttpsUrl)(text) ? text : null)

describe.skipIf(!hasBrowser)("script vectors stored over the API (skipped without Chromium)", () => {
  layer(Service.layer({ environment }))((it) => {
    it.effect(
      `PAR-075: none of ${scriptVectors.length} script vectors in any field that takes them, alt texts and URLs included, runs on the published page`,
      () =>
        Effect.gen(function* () {
          const { baseUrl } = yield* Service.Service
          const browser = yield* launchBrowser
          const { found, page: browserPage } = yield* openWatched(browser)
          let stored = 0
          let described = 0
          let linked = 0
          for (const vector of scriptVectors) {
            const content = {
              title: textFor(contentFields.title, vector),
              headline: textFor(contentFields.headline, vector),
              body: vector,
              blocks: poisonedBlocks(vector)
            }
            yield* change(page, content)
            yield* seo(page, {
              title: textFor(PageSeo.fields.title, vector),
              description: textFor(PageSeo.fields.description, vector),
              canonicalUrl: urlFor(vector),
              ogImageUrl: urlFor(vector)
            })
            yield* theme(page, { logoUrl: urlFor(vector) })
            yield* describeImage(vector)
            const { published } = yield* publish(page)
            const { status, text } = yield* pageCall(baseUrl, "/p/organization-a/v1-published-draft")
            assert.strictEqual(status, 200)
            if (content.title === vector) stored++
            if (published?.featuredImage?.alt === vector) described++
            if (published?.theme.logoUrl === vector) linked++
            found.push(...(yield* ranOf(browserPage, text, vector)))
            yield* edit(page)
          }
          assert.strictEqual(found.join("\n"), "")
          assert.isAtLeast(stored, 100)
          assert.isAtLeast(described, 100)
          assert.isAtLeast(linked, 8)
        }).pipe(Effect.scoped)
    )
  })
})

layer(Service.layer({ environment }))("script vectors as the locale of a page", (it) => {
  it.effect("PAR-075: no script vector is the locale of a page, also not before or after a language", () =>
    Effect.gen(function* () {
      const before = yield* show(page)
      for (const vector of scriptVectors) {
        for (const locale of [vector, `en${vector}`, `${vector}en`, `en-${vector}`]) {
          const refused = yield* write("PATCH", "", { locale })
          assert.deepStrictEqual(statusAndCode(refused), [400, "invalid_parameter"], locale)
        }
      }
      assert.deepStrictEqual(yield* show(page), before)
    })
  )
})
