import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { venueDocumentId, venues } from "../../src/demo/venues.ts"
import { everywhere, nowhere, type Reach } from "../../src/domain/access/Reach.ts"
import { BenefitXid } from "../../src/domain/benefits/Benefit.ts"
import { Benefits, type BenefitsQuery } from "../../src/domain/benefits/Benefits.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { NotFound } from "../../src/domain/shared/NotFound.ts"
import * as BenefitsLayer from "../../src/layers/repositories/BenefitsLayer.ts"
import { atV1, ofA, ofB } from "../support/reaches.ts"
import { dataset as fixture, drink, nameOf } from "../support/datasets/benefitsDataset.ts"
import { twins } from "../support/twins.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00Z")

/** Benefit `0000` has a name with capitals, accents and the wildcards of LIKE. */
const dataset: Dataset = {
  ...fixture,
  benefits: fixture.benefits.map((row) => (row.xid === "0000" ? { ...row, name: "Crème 100%_brûlée" } : row))
}

const list = Effect.fnUntraced(function* (query: Partial<BenefitsQuery>) {
  const benefits = yield* Benefits
  const page = yield* benefits.list({
    reach: ofA,
    q: undefined,
    kind: undefined,
    enabled: undefined,
    venueId: undefined,
    limit: 100,
    offset: 0,
    ...query
  })
  return { ...page, names: page.items.map(({ benefitId }) => nameOf(benefitId)) }
})

const idOf = (name: string) => demoIds.benefits[name] ?? name
const get = (name: string, reach: Reach) => Benefits.use((all) => all.get({ reach, benefitId: idOf(name) }))
const lock = (name: string, reach: Reach) =>
  atomically(Benefits.use((all) => all.getForUpdate({ reach, benefitId: idOf(name) })))

const ofProperty = ["breakfast", "timeless_stay", "spa_hour"]
const inA = [
  "0000",
  "0001",
  "0002",
  ...ofProperty,
  "welcome_drink",
  "late_check_out",
  "suite_upgrade",
  "early_check_in",
  "lounge",
  "transfer",
  "paused"
]

twins("Benefits", BenefitsLayer, dataset, (it) => {
  it.effect(
    "PAR-103, PAR-139: lists the organizations' benefits except archived ones, whatever venues are within reach",
    () =>
      Effect.gen(function* () {
        const { names, total } = yield* list({})
        assert.sameMembers(names, inA)
        assert.strictEqual(total, inA.length)
        assert.sameMembers((yield* list({ reach: atV1 })).names, inA)
        assert.sameMembers((yield* list({ reach: { ...ofA, venueIds: [] } })).names, inA)
        const inB = ["welcome_drink_b", "late_check_out_b", "suite_upgrade_b", "harbour_tour_b", "paused_b"]
        assert.sameMembers((yield* list({ reach: ofB })).names, inB)
        assert.sameMembers((yield* list({ reach: everywhere })).names, [...inA, ...inB])
        assert.deepStrictEqual(yield* list({ reach: nowhere }), { items: [], total: 0, names: [] })
      })
  )

  it.effect("orders by name, then id, in binary order, and pages without gaps or repeats", () =>
    Effect.gen(function* () {
      const whole = yield* list({})
      const order = (row: (typeof whole.items)[number]) => [row.name, row.benefitId]
      assert.deepStrictEqual(
        whole.items.map(order),
        whole.items
          .map(order)
          .toSorted(([a = "", x = ""], [b = "", y = ""]) =>
            Buffer.compare(Buffer.from(`${a}\0${x}`), Buffer.from(`${b}\0${y}`))
          )
      )
      assert.strictEqual(whole.names.at(-1), "0002")
      const pages = yield* Effect.forEach([0, 5, 10, 15], (offset) => list({ limit: 5, offset }))
      assert.deepStrictEqual(
        pages.flatMap(({ names }) => names),
        whole.names
      )
      assert.deepStrictEqual(
        pages.map(({ total }) => total),
        [13, 13, 13, 13]
      )
    })
  )

  it.effect("PAR-139: returns a benefit with its groups and its venues within reach; a global one has no venues", () =>
    Effect.gen(function* () {
      const benefit = yield* get("breakfast", ofA)
      const row = dataset.benefits.find(({ xid }) => xid === benefit.benefitId) ?? assert.fail()
      assert.deepStrictEqual(benefit, {
        benefitId: row.xid,
        name: row.name,
        description: row.description,
        kind: row.kind,
        redemptionType: row.redemptionType,
        minTierLevel: 1,
        scope: "property",
        propertyIds: [venueDocumentId("V1"), venueDocumentId("V2"), "hidden-of-a"].toSorted(),
        howToRedeem: null,
        heroImageUrl: row.heroImage?.url ?? assert.fail(),
        enabled: true,
        groupIds: [demoIds.benefitGroups.dining],
        createdAt: DateTime.formatIso(row.createdAt),
        updatedAt: DateTime.formatIso(row.updatedAt)
      })
      assert.deepStrictEqual((yield* get("breakfast", atV1)).propertyIds, [venueDocumentId("V1")])
      assert.deepStrictEqual((yield* get("timeless_stay", atV1)).propertyIds, [])
      // A leftover venue row of a global benefit has no effect.
      assert.deepStrictEqual((yield* get("welcome_drink", ofA)).propertyIds, [])
      const [listed] = (yield* list({ reach: atV1, q: "terrace" })).items
      assert.deepStrictEqual(listed, yield* get("breakfast", atV1))
    })
  )

  it.effect("matches a part of the name literally, ignoring case and accents", () =>
    Effect.gen(function* () {
      for (const [q, names] of [
        ["CREME", ["0000"]],
        ["brulee", ["0000"]],
        ["%", ["0000"]],
        ["0%_b", ["0000"]],
        ["zebra", ["0001"]],
        ["late check", ["late_check_out"]],
        ["news", []],
        ["a.*", []]
      ] as const) {
        const found = yield* list({ q })
        assert.sameMembers(found.names, [...names], q)
        assert.strictEqual(found.total, names.length)
      }
    })
  )

  it.effect("filters by kind, enabled and venue; the benefits of a venue include global ones", () =>
    Effect.gen(function* () {
      assert.sameMembers((yield* list({ kind: "upgrade" })).names, ["suite_upgrade"])
      assert.sameMembers((yield* list({ enabled: false })).names, ["paused"])
      assert.sameMembers(
        (yield* list({ enabled: true })).names,
        inA.filter((name) => name !== "paused")
      )
      const without = (...names: ReadonlyArray<string>) => inA.filter((name) => !names.includes(name))
      assert.sameMembers((yield* list({ venueId: venues.V1.id })).names, without("timeless_stay"))
      assert.sameMembers((yield* list({ venueId: venues.V3.id })).names, without("breakfast", "spa_hour"))
      // A benefit that V2 disables by an override is still listed for V2.
      assert.sameMembers((yield* list({ venueId: venues.V2.id })).names, without("timeless_stay", "spa_hour"))
      assert.notInclude((yield* list({ reach: everywhere, venueId: venues.V2.id })).names, "welcome_drink_b")
      const both = yield* list({ venueId: venues.V1.id, kind: "amenity", q: "hour", enabled: true })
      assert.deepStrictEqual(both.names, ["spa_hour"])
    })
  )

  it.effect("PAR-007: does not read, lock or list for share a missing, foreign or archived benefit", () =>
    Effect.gen(function* () {
      for (const [name, reach] of [
        ["harbour_tour_b", ofA],
        ["former", ofA],
        ["nothing", ofA],
        ["former", everywhere],
        ["breakfast", nowhere]
      ] as const) {
        assert.deepStrictEqual(yield* Effect.flip(get(name, reach)), new NotFound({}), name)
        assert.deepStrictEqual(yield* Effect.flip(lock(name, reach)), new NotFound({}), name)
      }
      const benefitIds = ["lounge", "nothing", "former", "harbour_tour_b", "breakfast"].map(idOf)
      const organizationId = organizationIds.A
      const found = yield* atomically(Benefits.use((all) => all.listForShare({ organizationId, benefitIds })))
      assert.deepStrictEqual(
        found.map(({ xid }) => nameOf(xid)),
        ["lounge", "breakfast"]
      )
      assert.deepStrictEqual(yield* lock("welcome_drink", atV1), drink)
    })
  )

  it.effect("inserts, updates and archives a benefit, replaces its venues, and changes no other benefit", () =>
    Effect.gen(function* () {
      const benefits = yield* Benefits
      const others = yield* list({})
      const { id: _, ...settings } = drink
      const added = yield* benefits.insert({
        ...settings,
        xid: BenefitXid.make("added"),
        name: "Added",
        scope: "property"
      })
      yield* benefits.replaceVenues(added, [venues.V1.id, venues.V3.id])
      assert.deepStrictEqual(
        (yield* get("added", ofA)).propertyIds,
        [venueDocumentId("V1"), venueDocumentId("V3")].toSorted()
      )
      yield* benefits.replaceVenues(added, [venues.V3.id])
      yield* benefits.update(added, { name: "Changed", heroImage: null, description: null, updatedAt: now })
      const changed = yield* get("added", ofA)
      assert.deepStrictEqual(
        [changed.name, changed.heroImageUrl, changed.description, changed.propertyIds, changed.updatedAt],
        ["Changed", null, null, [venueDocumentId("V3")], DateTime.formatIso(now)]
      )
      yield* benefits.replaceVenues(added, [])
      assert.deepStrictEqual((yield* get("added", ofA)).propertyIds, [])
      yield* benefits.update(added, { archivedAt: now })
      assert.deepStrictEqual(yield* Effect.option(get("added", ofA)), Option.none())
      assert.deepStrictEqual(yield* list({}), others)
    })
  )
})
