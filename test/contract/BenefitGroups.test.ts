import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { venueDocumentId } from "../../src/demo/venues.ts"
import { everywhere, nowhere, type Reach } from "../../src/domain/access/Reach.ts"
import { BenefitGroups, type BenefitGroupsQuery } from "../../src/domain/benefits/BenefitGroups.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { NotFound } from "../../src/domain/shared/NotFound.ts"
import * as BenefitGroupsLayer from "../../src/layers/repositories/BenefitGroupsLayer.ts"
import { atV1, ofA, ofB } from "../support/reaches.ts"
import { breakfast, demo, drink, nameOf } from "../support/datasets/benefitsDataset.ts"
import { twins } from "../support/twins.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00Z")
const { benefitGroups } = demoIds

const groupOf = (xid: string) => demo.benefitGroups.find((row) => row.xid === xid) ?? assert.fail(xid)

/** The group `seasonal` also has an archived benefit, in its middle. */
const archived = demo.benefits.find(({ xid }) => xid === demoIds.benefits["former"]) ?? assert.fail()
const seasonal = groupOf(benefitGroups.seasonal)
const dataset: Dataset = {
  ...demo,
  benefitGroupItems: [
    ...demo.benefitGroupItems.map((item) =>
      item.groupId === seasonal.id && item.position > 1 ? { ...item, position: item.position + 1 } : item
    ),
    { organizationId: organizationIds.A, groupId: seasonal.id, benefitId: archived.id, position: 2 }
  ]
}

const list = (query: Partial<BenefitGroupsQuery>) =>
  BenefitGroups.use((groups) => groups.list({ reach: ofA, enabled: undefined, limit: 100, offset: 0, ...query }))

const get = (groupId: string, reach: Reach = ofA) => BenefitGroups.use((groups) => groups.get({ reach, groupId }))

const benefitsOf = (groupId: string) =>
  Effect.map(get(groupId), ({ benefits }) => benefits.map(({ benefitId }) => nameOf(benefitId)))

twins("BenefitGroups", BenefitGroupsLayer, dataset, (it) => {
  it.effect("lists groups of the organizations within reach by name, then creation, in pages, and by enabled", () =>
    Effect.gen(function* () {
      const whole = yield* list({})
      assert.deepStrictEqual(
        whole.items.map(({ name }) => name),
        ["During your stay", "Food and drink", "Seasonal", "Your room"]
      )
      assert.strictEqual(whole.total, 4)
      assert.deepStrictEqual(yield* list({ reach: atV1 }), whole)
      assert.deepStrictEqual((yield* list({ reach: everywhere })).items.map(({ groupId }) => groupId).slice(1, 3), [
        benefitGroups.dining,
        benefitGroups.dining_b
      ])
      assert.deepStrictEqual((yield* list({ reach: ofB })).total, 1)
      assert.deepStrictEqual(yield* list({ reach: nowhere }), { items: [], total: 0 })
      const pages = yield* Effect.forEach([0, 3], (offset) => list({ limit: 3, offset }))
      assert.deepStrictEqual(
        pages.flatMap(({ items }) => items),
        whole.items
      )
      assert.deepStrictEqual((yield* list({ enabled: false })).items, whole.items.slice(2, 3))
      assert.deepStrictEqual((yield* list({ enabled: true })).total, 3)
    })
  )

  it.effect("returns a group's benefits in order, without archived ones, with only the venues within reach", () =>
    Effect.gen(function* () {
      const { benefits, ...group } = yield* get(benefitGroups.seasonal)
      assert.deepStrictEqual(
        benefits.map(({ benefitId }) => nameOf(benefitId)),
        ["spa_hour", "transfer", "paused"]
      )
      assert.deepStrictEqual(group, {
        groupId: seasonal.xid,
        name: seasonal.name,
        description: seasonal.description,
        enabled: false,
        stayRequired: false,
        benefitCount: 3,
        createdAt: DateTime.formatIso(seasonal.createdAt),
        updatedAt: DateTime.formatIso(seasonal.updatedAt)
      })
      assert.deepStrictEqual((yield* list({ enabled: false })).items, [group])
      const narrow = yield* get(benefitGroups.dining, atV1)
      assert.deepStrictEqual(narrow.benefits[0]?.propertyIds, [venueDocumentId("V1")])
      assert.deepStrictEqual(narrow.benefits[0]?.groupIds, [benefitGroups.dining])
    })
  )

  it.effect("PAR-007: reading or locking a missing or foreign group is NotFound", () =>
    Effect.gen(function* () {
      const lock = (groupId: string, reach: Reach) =>
        atomically(BenefitGroups.use((groups) => groups.getForUpdate({ reach, groupId })))
      for (const groupId of [benefitGroups.dining_b, "nothing", "901"]) {
        assert.deepStrictEqual(yield* Effect.flip(get(groupId)), new NotFound({}))
        assert.deepStrictEqual(yield* Effect.flip(lock(groupId, ofA)), new NotFound({}))
      }
      assert.deepStrictEqual(yield* lock(benefitGroups.dining, atV1), groupOf(benefitGroups.dining))
    })
  )

  it.effect("inserts, fills, reorders, updates, empties and removes a group, and leaves other groups unchanged", () =>
    Effect.gen(function* () {
      const groups = yield* BenefitGroups
      const before = yield* list({})
      const { id: _, ...settings } = groupOf(benefitGroups.dining)
      const added = yield* groups.insert({ ...settings, xid: "added", documentId: "added", name: "Added" })
      assert.deepStrictEqual(yield* benefitsOf("added"), [])
      yield* groups.replaceBenefits(added, [drink.id, breakfast.id])
      assert.deepStrictEqual(yield* benefitsOf("added"), ["welcome_drink", "breakfast"])
      yield* groups.replaceBenefits(added, [breakfast.id, drink.id])
      assert.deepStrictEqual(yield* benefitsOf("added"), ["breakfast", "welcome_drink"])
      assert.strictEqual((yield* get("added")).benefitCount, 2)
      yield* groups.update(added, { description: null, stayRequired: true, updatedAt: now })
      const changed = yield* get("added")
      assert.deepStrictEqual(
        [changed.description, changed.stayRequired, changed.updatedAt],
        [null, true, DateTime.formatIso(now)]
      )
      yield* groups.replaceBenefits(added, [])
      assert.deepStrictEqual(yield* benefitsOf("added"), [])
      yield* groups.replaceBenefits(added, [drink.id])
      yield* groups.remove(added)
      assert.deepStrictEqual(yield* Effect.flip(get("added")), new NotFound({}))
      assert.deepStrictEqual(yield* list({}), before)
      assert.deepStrictEqual(yield* benefitsOf(benefitGroups.dining), ["breakfast", "welcome_drink"])
    })
  )
})
