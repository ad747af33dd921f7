import { assert } from "@effect/vitest"
import { BigDecimal, DateTime, Effect } from "effect"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { programIds } from "../../src/demo/demoPrograms.ts"
import { venueDocumentId, venues } from "../../src/demo/venues.ts"
import { everywhere, nowhere, type Reach } from "../../src/domain/access/Reach.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { PointMultipliers, type PointMultipliersQuery } from "../../src/domain/multipliers/PointMultipliers.ts"
import type { PointMultiplier, ProgramId } from "../../src/domain/programs/Program.ts"
import { NotFound } from "../../src/domain/shared/NotFound.ts"
import * as PointMultipliersLayer from "../../src/layers/repositories/PointMultipliersLayer.ts"
import { twins } from "../support/twins.ts"
import { ofA } from "../support/reaches.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00Z")
const demo = demoWithoutCities(now)

const campaign = (xid: string, change: Partial<PointMultiplier>): PointMultiplier => ({
  id: 1000 + xid.length,
  xid,
  organizationId: organizationIds.A,
  propertyId: null,
  name: xid,
  multiplier: BigDecimal.fromStringUnsafe("1.15"),
  startsAt: DateTime.makeUnsafe("2026-07-01T00:00:00Z"),
  endsAt: DateTime.makeUnsafe("2026-07-31T23:59:59Z"),
  stacking: "stackable",
  ...change
})

/** One program in each organization. */
const isOne = (programId: ProgramId) => programId === programIds.A || programId === programIds.B

const dataset: Dataset = {
  ...demo,
  programs: demo.programs
    .filter(({ id }) => isOne(id))
    .map((row) => (row.organizationId === organizationIds.B ? { ...row, status: "draft" } : row)),
  tiers: demo.tiers.filter(({ programId }) => isOne(programId)),
  pointMultipliers: [
    campaign("july-late", { startsAt: DateTime.makeUnsafe("2026-07-01T12:00:00Z") }),
    campaign("july-b", {}),
    campaign("july", {}),
    campaign("july-at-V1", { propertyId: venues.V1.id, stacking: "exclusive" }),
    campaign("of-b", { organizationId: organizationIds.B }),
    campaign("at-W1-of-b", { organizationId: organizationIds.B, propertyId: venues.W1.id })
  ].map((row, index) => ({ ...row, id: 1001 + index }))
}

const at = (...names: ReadonlyArray<"V1" | "V2">): Reach => ({ ...ofA, venueIds: names.map((name) => venues[name].id) })

const list = Effect.fnUntraced(function* (query: Partial<PointMultipliersQuery> = {}) {
  const all: PointMultipliersQuery = { reach: ofA, day: "2026-07-01", isActiveOnly: false, limit: 100, offset: 0 }
  const page = yield* PointMultipliers.use((multipliers) => multipliers.list({ ...all, ...query }))
  return { ...page, names: page.items.map(({ name }) => name) }
})
const get = (multiplierId: string, reach: Reach, day = "2026-07-01") =>
  PointMultipliers.use((multipliers) => multipliers.get({ reach, multiplierId, day }))

const tiers = ["Blue", "Silver", "Gold"]

twins("PointMultipliers", PointMultipliersLayer, dataset, (it) => {
  it.effect("PAR-113: lists tiers by level, then campaigns by start and id", () =>
    Effect.gen(function* () {
      const { items, names, total } = yield* list()
      assert.deepStrictEqual(names, [...tiers, "july", "july-at-V1", "july-b", "july-late"])
      assert.strictEqual(total, 7)
      assert.deepStrictEqual((yield* list({ limit: 2, offset: 2 })).names, ["Gold", "july"])
      assert.deepStrictEqual((yield* list({ offset: 50 })).total, 7)
      const tier = demo.tiers.find(({ id }) => id === 712) ?? assert.fail()
      assert.deepStrictEqual(items[1], {
        multiplierId: tier.xid,
        name: "Silver",
        kind: "tier",
        multiplier: 1.25,
        tierId: tier.xid,
        propertyId: null,
        startsAt: null,
        endsAt: null,
        active: true,
        stacking: null
      })
      assert.deepStrictEqual(items[4], {
        multiplierId: "july-at-V1",
        name: "july-at-V1",
        kind: "campaign",
        multiplier: 1.15,
        tierId: null,
        propertyId: venueDocumentId("V1"),
        startsAt: DateTime.makeUnsafe("2026-07-01T00:00:00Z"),
        endsAt: DateTime.makeUnsafe("2026-07-31T23:59:59Z"),
        active: true,
        stacking: "exclusive"
      })
    })
  )

  it.effect("PAR-113: a campaign is active on the days of its start and its end in UTC, and between them", () =>
    Effect.gen(function* () {
      const active = (day: string) => Effect.map(list({ day, isActiveOnly: true }), ({ names }) => names.slice(3))
      const all = ["july", "july-at-V1", "july-b", "july-late"]
      assert.deepStrictEqual(yield* active("2026-06-30"), [])
      assert.deepStrictEqual(yield* active("2026-07-01"), all)
      assert.deepStrictEqual(yield* active("2026-07-31"), all)
      assert.deepStrictEqual(yield* active("2026-08-01"), [])
      const inAugust = yield* list({ day: "2026-08-01" })
      assert.deepStrictEqual(
        inAugust.items.map(({ active: isActive }) => isActive),
        [true, true, true, false, false, false, false]
      )
      assert.strictEqual((yield* list({ day: "2026-08-01", isActiveOnly: true })).total, 3)
      assert.isFalse((yield* get("july", ofA, "2026-08-01")).active)
    })
  )

  it.effect("PAR-139: lists a venue's campaign only within reach of it, every other row to the organization", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* list({ reach: at("V1") })).names, (yield* list()).names)
      assert.deepStrictEqual((yield* list({ reach: at("V2") })).names, [...tiers, "july", "july-b", "july-late"])
      assert.deepStrictEqual((yield* list({ reach: at() })).total, 6)
      const ofB = yield* list({ reach: { ...ofA, organizationIds: [organizationIds.B] } })
      assert.deepStrictEqual(ofB.names, [...tiers, "at-W1-of-b", "of-b"])
      // The tiers of a draft program are not active.
      assert.deepStrictEqual(
        ofB.items.map(({ active }) => active),
        [false, false, false, true, true]
      )
      assert.strictEqual((yield* list({ reach: everywhere })).total, 12)
      assert.deepStrictEqual(yield* list({ reach: nowhere }), { items: [], total: 0, names: [] })
    })
  )

  it.effect("PAR-007: gets a tier or campaign within reach; any other is NotFound", () =>
    Effect.gen(function* () {
      for (const item of (yield* list()).items) assert.deepStrictEqual(yield* get(item.multiplierId, ofA), item)
      for (const [id, reach] of [
        ["july-at-V1", at("V2")],
        ["of-b", ofA],
        ["unknown", everywhere],
        [demo.tiers[0]?.xid ?? "", nowhere]
      ] as const) {
        assert.deepStrictEqual(yield* Effect.flip(get(id, reach)), new NotFound({}))
      }
    })
  )
})
