import { assert, describe, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { contentFields, PageSeo } from "../../../src/domain/pages/PageContent.ts"
import { hasBrowser, launchBrowser } from "../../support/pages/pageBrowser.ts"
import { pageCall } from "../../support/pages/pageCall.ts"
import { change, edit, publish, seo } from "../../support/pages/pages.ts"
import { poisonedBlocks } from "../../support/pages/poisonedPage.ts"
import { openWatched, ranOf } from "../../support/pages/scriptsInBrowser.ts"
import { scriptVectors } from "../../support/pages/scriptVectors.ts"
import * as Service from "../../support/http/service.ts"

const page = "V1_published_draft"
const environment = { HUB_LIMIT_PARTNER_KEY: "1000000", HUB_LIMIT_PARTNER_WRITES: "1000000" }

/** The text if the field accepts it, else a harmless one. */
const textFor = (field: Schema.Top, text: string) => (Schema.is(field)(text) ? text : "A page")

describe.skipIf(!hasBrowser)("script vectors stored over the API (skipped without Chromium)", () => {
  layer(Service.layer({ environment }))((it) => {
    it.effect(
      `PAR-075: none of ${scriptVectors.length} script vectors in any field that takes them runs on the published page`,
      () =>
        Effect.gen(function* () {
          const { baseUrl } = yield* Service.Service
          const browser = yield* launchBrowser
          const { found, page: browserPage } = yield* openWatched(browser)
          let stored = 0
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
              description: textFor(PageSeo.fields.description, vector)
            })
            yield* publish(page)
            const { status, text } = yield* pageCall(baseUrl, "/p/organization-a/v1-published-draft")
            assert.strictEqual(status, 200)
            if (content.title === vector) stored++
            found.push(...(yield* ranOf(browserPage, text, vector)))
            yield* edit(page)
          }
          assert.strictEqual(found.join("\n"), "")
          assert.isAtLeast(stored, 100)
        }).pipe(Effect.scoped),
      180_000
    )
  })
})
