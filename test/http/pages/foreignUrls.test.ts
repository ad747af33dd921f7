import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { pageCall } from "../../support/pages/pageCall.ts"
import { change, publish, seo, theme } from "../../support/pages/pages.ts"
import { key, partner } from "../../support/partner.ts"
import { proxyPort } from "../../support/servers/proxyPort.ts"
import * as Service from "../../support/http/service.ts"

const page = "V1_never_draft"
const PA = key("PA")

layer(Service.layer())("URLs that partners name", (it) => {
  it.effect("PAR-077, PAR-110: the service never requests the URL of a logo, an image, or a search setting", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* Service.Service
      const { get, post } = yield* partner
      let connections = 0
      const port = yield* proxyPort((socket) => {
        connections += 1
        socket.destroy()
      }, new Set())
      const url = `https://127.0.0.1:${port}`
      const logoUrl = `${url}/logo.svg`
      const kit = yield* post("/theme-kits", PA, { name: "Elsewhere", colors: {}, fonts: {}, logoUrl })
      assert.deepStrictEqual([kit.status, kit.at("logoUrl")], [201, logoUrl])
      yield* theme(page, { themeKitId: String(kit.at("themeKitId")) })
      yield* theme(page, { logoUrl: `${url}/other.svg` })
      yield* seo(page, { title: "A page", canonicalUrl: `${url}/`, ogImageUrl: `${url}/shared.png` })
      yield* change(page, {
        blocks: [
          { type: "hero", heading: "Hero", imageUrl: `${url}/hero.jpg` },
          { type: "image", imageUrl: `${url}/image.jpg`, alt: "An image" }
        ]
      })
      const preview = yield* get(`/pages/${demoIds.pages[page]}/preview`, PA)
      yield* publish(page)
      const { text } = yield* pageCall(baseUrl, "/p/organization-a/v1-never-draft")
      for (const file of ["other.svg", "shared.png", "hero.jpg", "image.jpg"]) {
        assert.include(String(preview.at("html")), `${url}/${file}`)
        assert.include(text, `${url}/${file}`)
      }
      // The only connection is this one, which shows that they are counted.
      yield* Effect.promise(() => fetch(logoUrl).catch(() => undefined))
      assert.strictEqual(connections, 1)
    }).pipe(Effect.scoped)
  )
})
