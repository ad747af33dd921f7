import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer, Schema } from "effect"
import { demoWithoutCities } from "../../support/demoWithoutCities.ts"
import { pageXids } from "../../../src/demo/demoPages.ts"
import { PageModel } from "../../../src/domain/pages/PageModel.ts"
import { PageRenderer } from "../../../src/domain/pages/PageRenderer.ts"
import { renderPage } from "../../../src/domain/pages/renderPage.ts"
import * as Memory from "../../../src/layers/Memory.ts"
import { makePageRenderer } from "../../../src/layers/PageRendererLayer.ts"
import * as PageSourcesLayer from "../../../src/layers/repositories/PageSourcesLayer.ts"

const dataset = demoWithoutCities(DateTime.makeUnsafe("1970-01-01T00:00:00Z"))

const services = Layer.merge(
  Layer.succeed(PageRenderer, makePageRenderer(undefined)),
  PageSourcesLayer.layerMemory.pipe(
    Layer.provideMerge(Layer.effectDiscard(Memory.Memory.use((all) => all.load(dataset)))),
    Layer.provide(Memory.layer)
  )
)

const of = (name: string, isDraft: boolean) => {
  const group = dataset.pageGroups.find(({ xid }) => xid === pageXids[name]) ?? assert.fail(name)
  const version = dataset.pageVersions.find(
    ({ pageGroupId, publishedAt }) => pageGroupId === group.id && (publishedAt === null) === isDraft
  )
  return { group, version: version ?? assert.fail(name) }
}

layer(services)("renderPage", (it) => {
  it.effect("PAR-075: renders a version, draft or not, with what it shows as its model", () =>
    Effect.gen(function* () {
      const draft = of("V1_published_draft", true)
      const { html, model } = yield* renderPage(draft.group, draft.version)
      assert.include(html, "<h1>Page V1 published draft, edited</h1>")
      assert.deepStrictEqual(
        [model.title, model.version, model.organization.slug, model.hostname],
        ["Page V1 published draft, edited", 2, "organization-a", null]
      )
      assert.strictEqual(model.venue?.name, "Venue V1")
      assert.deepStrictEqual(
        model.blocks.flatMap((block) =>
          block.type === "offers"
            ? block.offers.map(({ name }) => name)
            : block.type === "perks"
              ? block.perks.map(({ name }) => name)
              : []
        ),
        ["Dinner voucher", "Museum pass", "Welcome drink", "Late check-out"]
      )
      const published = of("V1_published", false)
      const shown = yield* renderPage(published.group, published.version)
      assert.strictEqual(shown.model.hostname, "www.hotels-a.example")
      const encoded = yield* Schema.encodeEffect(Schema.toCodecJson(PageModel))(shown.model)
      assert.deepStrictEqual(yield* Schema.decodeUnknownEffect(Schema.toCodecJson(PageModel))(encoded), shown.model)
    })
  )

  it.effect("PAR-075: a page of an organization has no map, and blocks with nothing to show are left out", () =>
    Effect.gen(function* () {
      const { group, version } = of("A_everywhere", false)
      const blocks = [
        { type: "map" },
        { type: "offers", offerIds: ["gone"] },
        { type: "perks", benefitIds: ["gone"] },
        { type: "hero", heading: "Still here" }
      ] as const
      const { html, model } = yield* renderPage(group, { ...version, blocks })
      assert.deepStrictEqual(model.blocks, [{ type: "hero", heading: "Still here" }])
      assert.strictEqual(html.split("<section").length, 2)
    })
  )
})
