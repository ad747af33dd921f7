import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { brandDocumentId } from "../../src/demo/demoBrands.ts"
import { demoDataset } from "../../src/demo/demoDataset.ts"
import { venueDocumentId, venueNames, venues, venueSlug } from "../../src/demo/venues.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { Properties, type PropertyKey } from "../../src/domain/properties/Properties.ts"
import { VenueId } from "../../src/domain/properties/Property.ts"
import { PropertyMissing } from "../../src/domain/properties/PropertyErrors.ts"
import * as PropertiesLayer from "../../src/layers/repositories/PropertiesLayer.ts"
import { twins } from "../support/twins.ts"

const dataset: Dataset = demoDataset(DateTime.makeUnsafe("2026-03-04T05:06:07Z"))

const stored = (id: number) => dataset.properties.find((property) => property.id === id)

twins("Properties", PropertiesLayer, dataset, (it) => {
  it.effect(
    "PUB-002, PUB-005: returns every published property with its brand by internal id, document id and slug",
    () =>
      Effect.gen(function* () {
        const properties = yield* Properties
        for (const name of venueNames.filter((one) => one !== "V_hidden")) {
          const { id, brandId } = venues[name]
          const brand = dataset.brands.find((row) => row.id === brandId)
          const expected = {
            property: stored(id),
            brand: {
              documentId: brand?.documentId,
              name: brand?.name,
              logoUrl: brand?.logoUrl,
              description: brand?.description
            }
          }
          const keys: ReadonlyArray<PropertyKey> = [
            { by: "id", id },
            { by: "documentId", documentId: venueDocumentId(name) },
            { by: "slug", slug: venueSlug(name) }
          ]
          for (const key of keys) assert.deepStrictEqual<unknown>(yield* properties.getPublished(key), expected)
        }
      })
  )

  it.effect("PUB-006: unknown values are null, empty lists are empty", () =>
    Effect.gen(function* () {
      const properties = yield* Properties
      const { brand, property } = yield* properties.getPublished({ by: "slug", slug: venueSlug("D2") })
      assert.deepStrictEqual(
        [property.state, property.hero, property.policies, property.contact, property.starRating],
        [null, null, null, null, null]
      )
      assert.deepStrictEqual([property.amenities, property.gallery, property.tags], [[], [], []])
      assert.strictEqual(brand.documentId, brandDocumentId("D01"))
    })
  )

  it.effect("PUB-018: finds no hidden property by any of its identifiers", () =>
    Effect.gen(function* () {
      const properties = yield* Properties
      const keys: ReadonlyArray<PropertyKey> = [
        { by: "id", id: venues.V_hidden.id },
        { by: "documentId", documentId: venueDocumentId("V_hidden") },
        { by: "slug", slug: venueSlug("V_hidden") }
      ]
      for (const key of keys) {
        assert.deepStrictEqual(yield* Effect.flip(properties.getPublished(key)), new PropertyMissing())
      }
    })
  )

  it.effect("PUB-002: finds no property by an unknown or inexact identifier, or one of another kind", () =>
    Effect.gen(function* () {
      const properties = yield* Properties
      const keys: ReadonlyArray<PropertyKey> = [
        { by: "id", id: 1 },
        { by: "id", id: 2_147_483_647 },
        { by: "documentId", documentId: String(venues.V1.id) },
        { by: "documentId", documentId: venueSlug("V1") },
        { by: "documentId", documentId: venueDocumentId("V1").toUpperCase() },
        { by: "documentId", documentId: "" },
        { by: "documentId", documentId: "x".repeat(100_000) },
        { by: "slug", slug: venueDocumentId("V1") },
        { by: "slug", slug: venueSlug("V1").toUpperCase() },
        { by: "slug", slug: "venue-%" },
        { by: "slug", slug: "' OR 1=1 --" }
      ]
      for (const key of keys) {
        assert.deepStrictEqual(yield* Effect.flip(properties.getPublished(key)), new PropertyMissing())
      }
    })
  )

  it.effect("PUB-009: finds the details of a property, if any", () =>
    Effect.gen(function* () {
      const properties = yield* Properties
      for (const details of dataset.propertyDetails) {
        assert.deepStrictEqual(yield* properties.findDetails(details.propertyId), Option.some(details))
      }
      assert.deepStrictEqual(yield* properties.findDetails(venues.V3.id), Option.none())
      assert.deepStrictEqual(yield* properties.findDetails(VenueId.make(2_147_483_647)), Option.none())
    })
  )
})
