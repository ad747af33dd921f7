import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { nowhere } from "../../src/domain/access/Reach.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { Venues } from "../../src/domain/venues/Venues.ts"
import { brandDocumentId, brandIds } from "../../src/demo/demoBrands.ts"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { venueDocumentId, venues } from "../../src/demo/venues.ts"
import * as VenuesLayer from "../../src/layers/repositories/VenuesLayer.ts"
import { twins } from "../support/twins.ts"

const demo = demoWithoutCities(DateTime.makeUnsafe("2026-05-10T12:00:00Z"))

/** V1 and V2 have one name; two other names sort differently by bytes and by UTF-16 code units. */
const titles: Readonly<Record<number, string>> = {
  [venues.V1.id]: "Same name",
  [venues.V2.id]: "Same name",
  [venues.V3.id]: "\u{1F3E8} Grand",
  [venues.V_hidden.id]: "\uFF21 Grand"
}
const dataset: Dataset = {
  ...demo,
  inviteLinks: [],
  properties: demo.properties.map((row) => ({
    ...row,
    name: titles[row.id] ?? `Venue ${row.organizationId}`,
    ...(row.id === venues.V_hidden.id ? { organizationId: organizationIds.A, brandId: brandIds.A2 } : {})
  }))
}

const same = [venueDocumentId("V1"), venueDocumentId("V2")].toSorted()

twins("Venues", VenuesLayer, dataset, (it) => {
  it.effect("PAR-014: lists the venues of an organization, hidden ones too, by name then id", () =>
    Effect.gen(function* () {
      const { list } = yield* Venues
      const found = yield* list({ organizationIds: [organizationIds.A], venueIds: "all" })
      assert.deepStrictEqual(
        found.map(({ id }) => id),
        [...same, venueDocumentId("V_hidden"), venueDocumentId("V3")]
      )
      assert.deepStrictEqual(found.at(-1), {
        id: venueDocumentId("V3"),
        name: "\u{1F3E8} Grand",
        brandId: brandDocumentId("A2"),
        timezone: "Asia/Tokyo"
      })
    })
  )

  it.effect("PAR-014: orders venues of the same name by id", () =>
    Effect.gen(function* () {
      const { list } = yield* Venues
      const found = yield* list({ organizationIds: [organizationIds.D], venueIds: "all" })
      const ids = (["D1", "D2", "D3", "by_slug"] as const).map(venueDocumentId)
      assert.deepStrictEqual(
        found.map(({ id }) => id),
        ids.toSorted()
      )
    })
  )

  it.effect("PAR-002, PAR-004: lists venues within reach only", () =>
    Effect.gen(function* () {
      const { list } = yield* Venues
      const ids = Effect.fnUntraced(function* (reach: Parameters<typeof list>[0]) {
        return (yield* list(reach)).map(({ id }) => id)
      })
      assert.strictEqual((yield* ids({ organizationIds: "all", venueIds: "all" })).length, dataset.properties.length)
      assert.deepStrictEqual(
        yield* ids({ organizationIds: [organizationIds.A], venueIds: [venues.V2.id, venues.W1.id] }),
        [venueDocumentId("V2")]
      )
      assert.deepStrictEqual(yield* ids({ organizationIds: "all", venueIds: [venues.W1.id] }), [venueDocumentId("W1")])
      assert.deepStrictEqual(
        yield* ids({ organizationIds: [organizationIds.A, organizationIds.B], venueIds: [venues.W1.id] }),
        [venueDocumentId("W1")]
      )
      assert.deepStrictEqual(yield* ids({ organizationIds: [organizationIds.C], venueIds: "all" }), [])
      assert.deepStrictEqual(yield* ids(nowhere), [])
    })
  )

  it.effect("A-32: finds those of the requested venues that are within reach", () =>
    Effect.gen(function* () {
      const { listByDocumentId } = yield* Venues
      const documentIds = [venueDocumentId("V2"), venueDocumentId("W1"), "unknown", venueDocumentId("V1")]
      const ofA = yield* listByDocumentId({ organizationIds: [organizationIds.A], venueIds: "all" }, documentIds)
      assert.sameDeepMembers(
        [...ofA],
        [
          { id: venues.V1.id, documentId: venueDocumentId("V1"), organizationId: organizationIds.A },
          { id: venues.V2.id, documentId: venueDocumentId("V2"), organizationId: organizationIds.A }
        ]
      )
      const ofV1 = yield* listByDocumentId(
        { organizationIds: [organizationIds.A], venueIds: [venues.V1.id] },
        documentIds
      )
      assert.deepStrictEqual(
        ofV1.map(({ id }) => id),
        [venues.V1.id]
      )
      assert.deepStrictEqual(yield* listByDocumentId(nowhere, documentIds), [])
      assert.deepStrictEqual(yield* listByDocumentId({ organizationIds: [organizationIds.A], venueIds: "all" }, []), [])
    })
  )
})
