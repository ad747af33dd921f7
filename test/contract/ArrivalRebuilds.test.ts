import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { venues } from "../../src/demo/venues.ts"
import { ArrivalRebuilds } from "../../src/domain/arrivals/ArrivalRebuilds.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as ArrivalRebuildsLayer from "../../src/layers/repositories/ArrivalRebuildsLayer.ts"
import { demo } from "../support/datasets/benefitsDataset.ts"
import { twins } from "../support/twins.ts"

const changedAt = DateTime.makeUnsafe("2026-05-10T12:00:00Z")

twins("ArrivalRebuilds", ArrivalRebuildsLayer, demo, (it) => {
  it.effect("DOMAIN 6.2: keeps the requested rebuilds in order until they are removed", () =>
    Effect.gen(function* () {
      const rebuilds = yield* ArrivalRebuilds
      assert.deepStrictEqual(yield* rebuilds.list, [])
      const ofA = { organizationId: organizationIds.A, venueIds: [venues.V1.id, venues.V3.id], changedAt }
      const ofB = { organizationId: organizationIds.B, venueIds: null, changedAt }
      yield* rebuilds.insert(ofA)
      yield* rebuilds.insert(ofB)
      yield* Effect.exit(atomically(Effect.andThen(rebuilds.insert(ofA), Effect.fail("rolled back"))))
      const ordered = yield* rebuilds.list
      assert.deepStrictEqual(
        ordered.map(({ id: _, ...rest }) => rest),
        [ofA, ofB]
      )
      yield* rebuilds.remove(ordered.slice(0, 1).map(({ id }) => id))
      assert.deepStrictEqual(yield* rebuilds.list, ordered.slice(1))
      yield* rebuilds.remove([...ordered.map(({ id }) => id), 9999])
      assert.deepStrictEqual(yield* rebuilds.list, [])
    })
  )
})
