import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { venueDocumentId, venues } from "../../src/demo/venues.ts"
import { everywhere, type Reach } from "../../src/domain/access/Reach.ts"
import { BenefitOverrides } from "../../src/domain/benefits/BenefitOverrides.ts"
import * as BenefitOverridesLayer from "../../src/layers/repositories/BenefitOverridesLayer.ts"
import { atV1, ofA } from "../support/reaches.ts"
import { breakfast, demo, drink } from "../support/datasets/benefitsDataset.ts"
import { twins } from "../support/twins.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00Z")

const list = (name: string, reach: Reach) =>
  BenefitOverrides.use((all) => all.list({ reach, benefitId: demoIds.benefits[name] ?? name }))

const row = (name: string | null, propertyId: typeof venues.V3.id) => ({
  organizationId: organizationIds.A,
  benefitId: breakfast.id,
  propertyId,
  overriddenName: name,
  overriddenDescription: null,
  enabled: true,
  updatedAt: now
})

const viewOf = (name: string | null, venue: "V1" | "V2" | "V3") => ({
  venueId: venueDocumentId(venue),
  overriddenName: name,
  overriddenDescription: null,
  enabled: true
})

twins("BenefitOverrides", BenefitOverridesLayer, demo, (it) => {
  it.effect("PAR-139: lists overrides of the venues within reach, and none of a foreign or unknown benefit", () =>
    Effect.gen(function* () {
      const ofV1 = {
        venueId: venueDocumentId("V1"),
        overriddenName: "Rooftop breakfast",
        overriddenDescription: "Served on the roof of Venue V1 until eleven",
        enabled: true
      }
      assert.deepStrictEqual(yield* list("breakfast", ofA), [ofV1])
      assert.deepStrictEqual(yield* list("breakfast", atV1), [ofV1])
      assert.deepStrictEqual(yield* list("welcome_drink", atV1), [])
      assert.deepStrictEqual(yield* list("harbour_tour_b", ofA), [])
      assert.lengthOf(yield* list("harbour_tour_b", everywhere), 1)
      assert.deepStrictEqual(yield* list("nothing", everywhere), [])
    })
  )

  it.effect("inserts, finds, updates and removes the override of a benefit at a venue, and orders by venue", () =>
    Effect.gen(function* () {
      const overrides = yield* BenefitOverrides
      const { V2, V3 } = venues
      assert.deepStrictEqual(yield* overrides.find(breakfast, V3.id), Option.none())
      yield* overrides.insert(row("Third", V3.id))
      yield* overrides.insert(row("Second", V2.id))
      assert.deepStrictEqual(yield* overrides.find(breakfast, V3.id), Option.some(row("Third", V3.id)))
      yield* overrides.update(row(null, V3.id))
      const all = yield* list("breakfast", ofA)
      assert.deepStrictEqual(
        all.map(({ venueId }) => venueId),
        (["V1", "V2", "V3"] as const).map(venueDocumentId).toSorted()
      )
      assert.deepInclude(all, viewOf(null, "V3"))
      assert.deepInclude(all, viewOf("Second", "V2"))
      yield* overrides.remove(breakfast, V3.id)
      yield* overrides.remove(drink, V3.id)
      assert.deepStrictEqual(yield* overrides.find(breakfast, V3.id), Option.none())
      assert.lengthOf(yield* list("breakfast", ofA), 2)
      assert.lengthOf(yield* list("welcome_drink", ofA), 1)
    })
  )
})
