import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer, Schema } from "effect"
import { demoWithoutCities } from "../../support/datasets/demoWithoutCities.ts"
import { pageXids } from "../../../src/demo/demoPages.ts"
import { PageModel } from "../../../src/domain/pages/PageModel.ts"
import { PageRenderer } from "../../../src/domain/pages/PageRenderer.ts"
import { renderPage } from "../../../src/domain/pages/renderPage.ts"
import * as Memory from "../../../src/layers/memory/Memory.ts"
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

const pageOf = (name: string, isDraft: boolean) => {
  const group = dataset.pageGroups.find(({ xid }) => xid === pageXids[name]) ?? assert.fail(name)
  const version = dataset.pageVersions.find(
    ({ pageGroupId, publishedAt }) => pageGroupId === group.id && (publishedAt === null) === isDraft
  )
  return { group, version: version ?? assert.fail(name) }
}

layer(services)("renderPage", (it) => {
  it.effect("PAR-075: renders a version, draft or not, and returns the model that it shows", () =>
    Effect.gen(function* () {
      const draft = pageOf("V1_published_draft", true)
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
      const published = pageOf("V1_published", false)
      const rendered = yield* renderPage(published.group, published.version)
      assert.strictEqual(rendered.model.hostname, "www.hotels-a.example")
      const encoded = yield* Schema.encodeEffect(Schema.toCodecJson(PageModel))(rendered.model)
      assert.deepStrictEqual(yield* Schema.decodeUnknownEffect(Schema.toCodecJson(PageModel))(encoded), rendered.model)
    })
  )

  it.effect("PAR-075: leaves out the map of an organization's page, and blocks whose offers or perks are gone", () =>
    Effect.gen(function* () {
      const { group, version } = pageOf("A_everywhere", false)
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
