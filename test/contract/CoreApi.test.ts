import { assert, layer, type Vitest } from "@effect/vitest"
import { DateTime, Effect, Fiber, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import type { Brand, BrandPage } from "../../src/domain/brands/Brand.ts"
import type { BrandRow } from "../../src/domain/brands/BrandRow.ts"
import { CoreNotReady, CorePositionUnknown, CoreUnavailable } from "../../src/domain/brands/BrandErrors.ts"
import { positionOf } from "../../src/domain/brands/BrandPlace.ts"
import { CoreApi } from "../../src/domain/brands/CoreApi.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { Faults } from "../../src/domain/shared/Faults.ts"
import { type Organization, OrganizationId } from "../../src/domain/organizations/Organization.ts"
import { type Property, VenueId } from "../../src/domain/properties/Property.ts"
import * as CoreApiLayer from "../../src/layers/CoreApiLayer.ts"
import { layerHttp } from "../../src/layers/coreApi/makeCoreApiHttp.ts"
import * as Memory from "../../src/layers/memory/Memory.ts"
import * as CoreApiStub from "../support/servers/CoreApiStub.ts"
import { emptyDataset } from "../support/datasets/emptyDataset.ts"
import { plainProperty } from "../support/datasets/plainProperty.ts"
import { twins } from "../support/twins.ts"

const organization = (id: number): Organization => ({
  id: OrganizationId.make(id),
  xid: `org ${id}`,
  name: `Organization ${id}`,
  slug: `org-${id}`,
  status: "active",
  messagingActivatedAt: null
})
const [own, other, empty] = [organization(1), organization(2), organization(3)]

const createdAt = DateTime.makeUnsafe("2026-01-02T03:04:05.006Z")
const updatedAt = DateTime.makeUnsafe("2026-02-03T04:05:06.000Z")

const brand = (id: number, organizationId: number, documentId: string, name: string): BrandRow => ({
  id,
  organizationId: OrganizationId.make(organizationId),
  documentId,
  name,
  slug: `brand-${id}`,
  status: id === 2 ? "inactive" : "active",
  logoUrl: id === 1 ? "https://images.example.com/1.png" : null,
  description: null,
  createdAt,
  updatedAt
})

const property = (id: number, brandId: number, name: string, status: Property["status"]): Property => ({
  id: VenueId.make(id),
  organizationId: OrganizationId.make(brandId === 9 ? 2 : 1),
  brandId,
  documentId: `venue-${id}`,
  slug: `venue-slug-${id}`,
  name,
  ...plainProperty,
  status,
  updatedAt
})

const dataset: Dataset = {
  ...emptyDataset,
  organizations: [own, other, empty],
  brands: [
    brand(1, 1, "brand-2", "Alpha"),
    brand(2, 1, "brand-10", "Alpha"),
    brand(3, 1, "brand-3", "alpha"),
    brand(4, 1, "brand-4", "Zeta"),
    brand(5, 1, "brand-5", "\u{1F3E8} Grand"),
    brand(6, 1, "brand-6", "\uFF21 Grand"),
    brand(9, 2, "brand-1", "Alpha")
  ],
  properties: [
    property(1, 1, "north", "published"),
    property(2, 1, "South", "hidden"),
    property(3, 1, "North", "published"),
    property(4, 2, "North", "published"),
    property(5, 9, "North", "published")
  ]
}

/** The brands of `own` in the order of every core: bytes of the name, then bytes of the id. */
const ordered = ["brand-10", "brand-2", "brand-4", "brand-3", "brand-6", "brand-5"]

const ids = (page: BrandPage) => page.items.map((item) => item.id)

const walk = Effect.fnUntraced(function* (limit: number) {
  const core = yield* CoreApi
  const pages: Array<ReadonlyArray<string>> = []
  let after: string | undefined
  do {
    const page: BrandPage = yield* core.listBrands({ organization: own, limit, after })
    pages.push(ids(page))
    after = page.next ?? undefined
  } while (after !== undefined && pages.length < 20)
  return pages
})

const contract = (it: Vitest.MethodsNonLive<CoreApi>) => {
  it.effect("HUB-002, HUB-023, DOMAIN 11.7: returns a brand with its venues, a hidden venue as inactive", () =>
    Effect.gen(function* () {
      const page = yield* (yield* CoreApi).listBrands({ organization: own, limit: 100, after: undefined })
      const venue = { type: "hotel", city: "Lisbon", country: "PT", timezone: "Europe/Lisbon" } as const
      const expected: Brand = {
        id: "brand-2",
        name: "Alpha",
        slug: "brand-1",
        status: "active",
        logoUrl: "https://images.example.com/1.png",
        venues: [
          { id: "venue-3", name: "North", slug: "venue-slug-3", status: "active", ...venue },
          { id: "venue-2", name: "South", slug: "venue-slug-2", status: "inactive", ...venue },
          { id: "venue-1", name: "north", slug: "venue-slug-1", status: "active", ...venue }
        ],
        createdAt: DateTime.formatIso(createdAt),
        updatedAt: DateTime.formatIso(updatedAt)
      }
      assert.deepStrictEqual(page.items[1], expected)
      assert.strictEqual(page.items[0]?.status, "inactive")
      assert.strictEqual(page.items[0]?.logoUrl, null)
    })
  )

  it.effect("HUB-023: returns an empty list of venues for a brand without any", () =>
    Effect.gen(function* () {
      const page = yield* (yield* CoreApi).listBrands({ organization: own, limit: 100, after: undefined })
      assert.deepStrictEqual(
        page.items.map((item) => item.venues.length),
        [1, 3, 0, 0, 0, 0]
      )
    })
  )

  it.effect("HUB-023: orders by name, then id, both by their bytes", () =>
    Effect.gen(function* () {
      const page = yield* (yield* CoreApi).listBrands({ organization: own, limit: 100, after: undefined })
      assert.deepStrictEqual(ids(page), ordered)
      assert.strictEqual(page.next, null)
    })
  )

  it.effect("HUB-019: walks through equal names without gaps or duplicates, in pages of 1 and 4", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* walk(1),
        ordered.map((id) => [id])
      )
      assert.deepStrictEqual(yield* walk(4), [ordered.slice(0, 4), ordered.slice(4)])
    })
  )

  it.effect("HUB-019: ends the walk on a page that is exactly full", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* walk(6), [ordered])
      assert.deepStrictEqual(yield* walk(3), [ordered.slice(0, 3), ordered.slice(3)])
      assert.deepStrictEqual(yield* walk(5), [ordered.slice(0, 5), ordered.slice(5)])
    })
  )

  it.effect("HUB-019: returns an empty page without next after the last brand", () =>
    Effect.gen(function* () {
      const last = { documentId: "brand-5", name: "\u{1F3E8} Grand" }
      const page = yield* (yield* CoreApi).listBrands({ organization: own, limit: 2, after: positionOf(last) })
      assert.deepStrictEqual(page, { items: [], next: null })
    })
  )

  it.effect("HUB-021: returns an empty page for an organization without brands", () =>
    Effect.gen(function* () {
      const page = yield* (yield* CoreApi).listBrands({ organization: empty, limit: 25, after: undefined })
      assert.deepStrictEqual(page, { items: [], next: null })
    })
  )

  it.effect("HUB-020: lists only the organization's own brands", () =>
    Effect.gen(function* () {
      const page = yield* (yield* CoreApi).listBrands({ organization: other, limit: 25, after: undefined })
      assert.deepStrictEqual(ids(page), ["brand-1"])
      assert.deepStrictEqual(
        page.items[0]?.venues.map((venue) => venue.id),
        ["venue-5"]
      )
    })
  )

  it.effect("HUB-020: rejects a position that it did not create with CorePositionUnknown", () =>
    Effect.gen(function* () {
      const core = yield* CoreApi
      for (const after of ["nowhere", "brand-1' OR true --", "é", "brand-2\u0000Alpha\u0000"]) {
        const error = yield* Effect.flip(core.listBrands({ organization: own, limit: 25, after }))
        assert.deepStrictEqual(error, new CorePositionUnknown())
      }
    })
  )

  it.effect("GEN-014, HUB-022: fails with CoreUnavailable while fault point core strikes, and on a timeout", () =>
    Effect.gen(function* () {
      const list = (yield* CoreApi).listBrands({ organization: own, limit: 25, after: undefined })
      const struck = list.pipe(Effect.provideService(Faults, { strike: (point) => Effect.succeed(point === "core") }))
      assert.deepStrictEqual(yield* Effect.flip(struck), new CoreUnavailable())
      const waiting = list.pipe(Effect.provideService(Faults, { strike: () => Effect.never }), Effect.flip)
      const fiber = yield* Effect.forkChild(waiting, { startImmediately: true })
      yield* TestClock.adjust("4500 millis")
      assert.deepStrictEqual(yield* Fiber.join(fiber), new CoreUnavailable())
    })
  )
}

twins("CoreApi", CoreApiLayer, dataset, contract)

const memoryCore = CoreApiLayer.layerMemory.pipe(
  Layer.provide(
    Layer.effectDiscard(Memory.Memory.use((all) => all.load(dataset))).pipe(Layer.provideMerge(Memory.layer))
  )
)

/** The hub's HTTP layer, with a core that answers from the memory layer. */
const httpCore = Layer.unwrap(
  Effect.gen(function* () {
    const { url } = yield* CoreApiStub.serve(CoreApiStub.answerFrom(yield* CoreApi, dataset.organizations))
    return layerHttp({ url, key: Redacted.make("core-key"), timeout: "1500 millis" })
  })
).pipe(Layer.provide(memoryCore))

layer(httpCore)("CoreApi (http)", contract)

layer(CoreApiLayer.layerNotConfigured)("CoreApi (not configured)", (it) => {
  it.effect("HUB-022: fails with CoreNotReady", () =>
    Effect.gen(function* () {
      const list = (yield* CoreApi).listBrands({ organization: own, limit: 25, after: undefined })
      assert.deepStrictEqual(yield* Effect.flip(list), new CoreNotReady())
    })
  )
})
