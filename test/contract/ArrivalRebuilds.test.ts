import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { venues } from "../../src/demo/venues.ts"
import { everywhere, nowhere, type Reach } from "../../src/domain/access/Reach.ts"
import { ArrivalRebuilds } from "../../src/domain/arrivals/ArrivalRebuilds.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as ArrivalRebuildsLayer from "../../src/layers/repositories/ArrivalRebuildsLayer.ts"
import { demo } from "../support/datasets/benefitsDataset.ts"
import { twins } from "../support/twins.ts"
import { ofA, ofB } from "../support/reaches.ts"

const changedAt = DateTime.makeUnsafe("2026-05-10T12:00:00Z")
const { A, B } = organizationIds
const { V1, V2, V3 } = venues
const atV1: Reach = { organizationIds: [A], venueIds: [V1.id] }

/** The venues of the pending rebuilds. */
const pending = ArrivalRebuilds.use(({ listWithin }) =>
  Effect.map(listWithin(everywhere), (all) => all.map(({ venueIds }) => venueIds))
)

/** Starts with these rebuilds of Org A only, and returns their ids. */
const startWith = Effect.fnUntraced(function* (...changes: ReadonlyArray<ReadonlyArray<typeof V1.id> | null>) {
  const { insert, listWithin, updateRebuilt } = yield* ArrivalRebuilds
  yield* updateRebuilt({ ids: (yield* listWithin(everywhere)).map(({ id }) => id), venueIds: null })
  for (const venueIds of changes) yield* insert({ organizationId: A, venueIds, changedAt })
  return (yield* listWithin(everywhere)).map(({ id }) => id)
})

twins("ArrivalRebuilds", ArrivalRebuildsLayer, demo, (it) => {
  it.effect("DOMAIN 6.2: keeps the requested rebuilds in order until they are settled everywhere", () =>
    Effect.gen(function* () {
      const rebuilds = yield* ArrivalRebuilds
      assert.deepStrictEqual(yield* rebuilds.listWithin(everywhere), [])
      const ofA = { organizationId: A, venueIds: [V1.id, V3.id], changedAt }
      const ofB = { organizationId: B, venueIds: null, changedAt }
      yield* rebuilds.insert(ofA)
      yield* rebuilds.insert(ofB)
      yield* Effect.exit(atomically(Effect.andThen(rebuilds.insert(ofA), Effect.fail("rolled back"))))
      const ordered = yield* rebuilds.listWithin(everywhere)
      assert.deepStrictEqual(
        ordered.map(({ id: _, ...rest }) => rest),
        [ofA, ofB]
      )
      const [first = 0, second = 0] = ordered.map(({ id }) => id)
      assert.deepStrictEqual(yield* rebuilds.updateRebuilt({ ids: [first], venueIds: null }), [first])
      assert.deepStrictEqual(yield* rebuilds.listWithin(everywhere), ordered.slice(1))
      assert.deepStrictEqual(yield* rebuilds.updateRebuilt({ ids: [first, second, 9999], venueIds: null }), [second])
      assert.deepStrictEqual(yield* rebuilds.listWithin(everywhere), [])
    })
  )

  it.effect("A-123: settles the venues of a reach, and removes a rebuild with its last venue", () =>
    Effect.gen(function* () {
      const { updateRebuilt } = yield* ArrivalRebuilds
      const ids = yield* startWith([V1.id], [V1.id, V3.id], null, [V3.id])
      const [first = 0, second = 0, everyVenue = 0] = ids
      assert.deepStrictEqual(yield* updateRebuilt({ ids: ids.slice(0, 3), venueIds: [V1.id] }), [first])
      const ofA = demo.properties.filter(({ organizationId }) => organizationId === A).map(({ id }) => id)
      const others = ofA.filter((id) => id !== V1.id).toSorted((a, b) => a - b)
      assert.deepStrictEqual(yield* pending, [[V3.id], others, [V3.id]])
      const removed = yield* updateRebuilt({ ids: ids.slice(0, 3), venueIds: others })
      assert.sameMembers([...removed], [second, everyVenue])
      assert.deepStrictEqual(yield* pending, [[V3.id]])
    })
  )

  it.effect("A-123: lists and locks the rebuilds that affect a venue within reach", () =>
    Effect.gen(function* () {
      const { insert, listWithin, lockWithin } = yield* ArrivalRebuilds
      yield* startWith([V1.id], [V2.id, V3.id], null)
      yield* insert({ organizationId: B, venueIds: null, changedAt })
      for (const [reach, expected] of [
        [atV1, [[V1.id], null]],
        [{ organizationIds: [A], venueIds: [V1.id, V3.id] }, [[V1.id], [V2.id, V3.id], null]],
        [ofA, [[V1.id], [V2.id, V3.id], null]],
        [ofB, [null]],
        [everywhere, [[V1.id], [V2.id, V3.id], null, null]],
        [nowhere, []]
      ] satisfies ReadonlyArray<readonly [Reach, unknown]>) {
        const listed = yield* listWithin(reach)
        assert.deepStrictEqual(
          listed.map(({ venueIds }) => venueIds),
          expected
        )
        assert.deepStrictEqual(yield* atomically(lockWithin(reach)), listed)
      }
    })
  )
})
