import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { programIds, programXid, tierId, tierXid } from "../../src/demo/demoPrograms.ts"
import { venueDocumentId, venues } from "../../src/demo/venues.ts"
import { everywhere, nowhere, type Reach } from "../../src/domain/access/Reach.ts"
import { Entitlements, type EntitlementsQuery } from "../../src/domain/benefits/Entitlements.ts"
import { TierId } from "../../src/domain/programs/Program.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { NotFound } from "../../src/domain/shared/NotFound.ts"
import { DuplicateResource } from "../../src/domain/shared/ResourceConflicts.ts"
import * as EntitlementsLayer from "../../src/layers/repositories/EntitlementsLayer.ts"
import { atV1, ofA, ofB } from "../support/reaches.ts"
import { demo } from "../support/datasets/benefitsDataset.ts"
import { twins } from "../support/twins.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00Z")
const nameOf = new Map(Object.entries(demoIds.entitlements).map(([name, xid]) => [xid, name]))
const rowOf = (name: string) =>
  demo.entitlements.find(({ xid }) => xid === demoIds.entitlements[name]) ?? assert.fail(name)

const list = Effect.fnUntraced(function* (query: Partial<EntitlementsQuery>) {
  const entitlements = yield* Entitlements
  const page = yield* entitlements.list({
    reach: ofA,
    programId: undefined,
    tierId: undefined,
    benefitId: undefined,
    venueId: undefined,
    limit: 100,
    offset: 0,
    ...query
  })
  return { ...page, names: page.items.map(({ entitlementId }) => nameOf.get(entitlementId) ?? entitlementId) }
})

const get = (name: string, reach: Reach = ofA) =>
  Entitlements.use((all) => all.get({ reach, entitlementId: demoIds.entitlements[name] ?? name }))

const inA = [...nameOf.values()].filter((name) => !/_b_\d$/u.test(name))

const loungeOf1 = { ...rowOf("lounge_2"), xid: "added", tierId: tierId("A", 1) }
const { id: _, ...added } = loungeOf1

twins("Entitlements", EntitlementsLayer, demo, (it) => {
  it.effect(
    "PAR-103, PAR-139: lists the organizations' entitlements by creation, active or not, whatever venues are in reach",
    () =>
      Effect.gen(function* () {
        const whole = yield* list({})
        assert.sameMembers(whole.names, inA)
        assert.strictEqual(whole.total, inA.length)
        const ids = whole.items.map(
          ({ entitlementId }) => demo.entitlements.find((row) => row.xid === entitlementId)?.id ?? 0
        )
        assert.deepStrictEqual(
          ids,
          ids.toSorted((a, b) => a - b)
        )
        assert.deepStrictEqual((yield* list({ reach: atV1 })).names, whole.names)
        assert.strictEqual((yield* list({ reach: ofB })).total, nameOf.size - inA.length)
        assert.strictEqual((yield* list({ reach: everywhere })).total, nameOf.size)
        assert.deepStrictEqual(yield* list({ reach: nowhere }), { items: [], total: 0, names: [] })
        const pages = yield* Effect.forEach([0, 7, 14, 21], (offset) => list({ limit: 7, offset }))
        assert.deepStrictEqual(
          pages.flatMap(({ names }) => names),
          whole.names
        )
      })
  )

  it.effect("PAR-139: returns ids, dates and the venues within reach; null means every venue", () =>
    Effect.gen(function* () {
      const row = rowOf("early_check_in_2")
      assert.deepStrictEqual(yield* get("early_check_in_2"), {
        entitlementId: row.xid,
        programId: programXid("A"),
        tierId: tierXid("A", 2),
        benefitId: demoIds.benefits["early_check_in"] ?? "",
        quantityPerStay: 1,
        venueIds: [venueDocumentId("V2")],
        validFrom: row.validFrom,
        validTo: null,
        active: true,
        createdAt: DateTime.formatIso(row.createdAt),
        updatedAt: DateTime.formatIso(row.updatedAt)
      })
      assert.deepStrictEqual((yield* get("early_check_in_2", atV1)).venueIds, [])
      assert.isNull((yield* get("breakfast_1", atV1)).venueIds)
      assert.strictEqual((yield* get("spa_hour_1")).validTo, rowOf("spa_hour_1").validTo)
      assert.isFalse((yield* get("transfer_3")).active)
    })
  )

  it.effect("filters by program, tier, benefit, and by a venue where it applies; an unknown id matches none", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* list({ reach: everywhere, programId: programXid("A") })).total, inA.length)
      const ofTier3 = yield* list({ tierId: tierXid("A", 3) })
      assert.sameMembers(
        ofTier3.names,
        inA.filter((name) => name.endsWith("_3"))
      )
      const ofBreakfast = yield* list({ benefitId: demoIds.benefits["breakfast"] })
      assert.deepStrictEqual(ofBreakfast.names, ["breakfast_1", "breakfast_2", "breakfast_3"])
      assert.sameMembers((yield* list({ benefitId: demoIds.benefits["former"] })).names, [
        "former_1",
        "former_2",
        "former_3"
      ])
      const atV2 = yield* list({ venueId: venues.V2.id })
      assert.sameMembers(atV2.names, inA)
      const elsewhere = yield* list({ venueId: venues.V1.id })
      assert.sameMembers(
        elsewhere.names,
        inA.filter((name) => !name.startsWith("early_check_in"))
      )
      assert.strictEqual(elsewhere.total, inA.length - 2)
      assert.notInclude((yield* list({ reach: everywhere, venueId: venues.V1.id })).names, "welcome_drink_b_1")
      const both = { tierId: tierXid("A", 2), benefitId: demoIds.benefits["lounge"], programId: programXid("A") }
      assert.deepStrictEqual((yield* list(both)).names, ["lounge_2"])
      for (const unknown of [
        { programId: programXid("B") },
        { tierId: tierXid("B", 1) },
        { benefitId: demoIds.benefits["harbour_tour_b"] },
        { programId: "nothing" },
        { tierId: "nothing" },
        { benefitId: "nothing" },
        { venueId: venues.W1.id }
      ]) {
        assert.strictEqual((yield* list(unknown)).total, 0, JSON.stringify(unknown))
      }
    })
  )

  it.effect("PAR-007: reading or locking a missing or foreign entitlement is NotFound", () =>
    Effect.gen(function* () {
      const lock = (name: string, reach: Reach) =>
        atomically(
          Entitlements.use((all) => all.getForUpdate({ reach, entitlementId: demoIds.entitlements[name] ?? name }))
        )
      for (const name of ["harbour_tour_b_1", "nothing"]) {
        assert.deepStrictEqual(yield* Effect.flip(get(name)), new NotFound({}))
        assert.deepStrictEqual(yield* Effect.flip(lock(name, ofA)), new NotFound({}))
      }
      assert.deepStrictEqual(yield* lock("early_check_in_2", atV1), rowOf("early_check_in_2"))
    })
  )

  it.effect("PAR-140: finds a tier by program and tier id; the id of whichever is missing is undefined", () =>
    Effect.gen(function* () {
      const find = (program: string, tier: string) =>
        Entitlements.use((all) => all.findTier({ organizationId: organizationIds.A, programId: program, tierId: tier }))
      const programId = programIds.A
      assert.deepStrictEqual(yield* find(programXid("A"), tierXid("A", 2)), { programId, tierId: tierId("A", 2) })
      assert.deepStrictEqual(yield* find(programXid("A"), tierXid("B", 2)), { programId, tierId: undefined })
      assert.deepStrictEqual(yield* find(programXid("A"), "nothing"), { programId, tierId: undefined })
      const none = { programId: undefined, tierId: undefined }
      assert.deepStrictEqual(yield* find(programXid("B"), tierXid("B", 2)), none)
      assert.deepStrictEqual(yield* find("nothing", tierXid("A", 2)), none)
    })
  )

  it.effect("PAR-131: a tier has one active entitlement to a benefit, and any number of inactive ones", () =>
    Effect.gen(function* () {
      const entitlements = yield* Entitlements
      const duplicate = new DuplicateResource({ field: "benefitId" })
      const insert = (row: typeof added) => atomically(entitlements.insert(row))
      const { id: __, ...same } = rowOf("lounge_2")
      assert.deepStrictEqual(yield* Effect.flip(insert({ ...same, xid: "second" })), duplicate)
      const inactive = yield* insert({ ...same, xid: "inactive", active: false })
      const other = yield* insert({ ...same, xid: "other", active: false })
      const activate = (row: typeof inactive, active: boolean) => atomically(entitlements.update(row, { active }))
      assert.deepStrictEqual(yield* Effect.flip(activate(inactive, true)), duplicate)
      yield* activate(rowOf("lounge_2"), false)
      yield* activate(inactive, true)
      assert.deepStrictEqual(yield* Effect.flip(activate(other, true)), duplicate)
      assert.deepStrictEqual(
        yield* entitlements.findActive({ ...inactive, id: inactive.benefitId }),
        Option.some(rowOf("lounge_3"))
      )
      yield* entitlements.remove(inactive)
      yield* entitlements.remove(other)
      yield* activate(rowOf("lounge_2"), true)
      assert.deepStrictEqual(yield* get("lounge_2"), { ...(yield* get("lounge_2")), active: true })
      assert.strictEqual((yield* list({})).total, inA.length)
    })
  )

  it.effect("inserts, updates and removes an entitlement; a missing tier is NotFound with field tierId", () =>
    Effect.gen(function* () {
      const entitlements = yield* Entitlements
      const before = yield* list({})
      const gone = atomically(entitlements.insert({ ...added, tierId: TierId.make(99_999) }))
      assert.deepStrictEqual(yield* Effect.flip(gone), new NotFound({ field: "tierId" }))
      const row = yield* entitlements.insert({
        ...added,
        venueIds: [venues.V3.id, venues.V1.id],
        validTo: "2027-01-31"
      })
      const inserted = yield* get("added")
      assert.deepStrictEqual(inserted.venueIds, [venueDocumentId("V1"), venueDocumentId("V3")].toSorted())
      assert.deepStrictEqual([inserted.tierId, inserted.validTo], [tierXid("A", 1), "2027-01-31"])
      yield* entitlements.update(row, { venueIds: null, validTo: null, quantityPerStay: 7, updatedAt: now })
      const changed = yield* get("added")
      assert.deepStrictEqual(
        [changed.venueIds, changed.validTo, changed.quantityPerStay, changed.updatedAt],
        [null, null, 7, DateTime.formatIso(now)]
      )
      yield* entitlements.remove(row)
      assert.deepStrictEqual(yield* Effect.flip(get("added")), new NotFound({}))
      assert.deepStrictEqual(yield* list({}), before)
      const none = yield* entitlements.findActive({
        organizationId: organizationIds.A,
        id: rowOf("transfer_3").benefitId
      })
      assert.deepStrictEqual(none, Option.none())
    })
  )
})
