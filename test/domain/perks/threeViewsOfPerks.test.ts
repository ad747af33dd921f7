import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as fc from "fast-check"
import { venueDocumentId, venues } from "../../../src/demo/venues.ts"
import { MemberCaller } from "../../../src/domain/access/MemberCaller.ts"
import { PartnerCaller } from "../../../src/domain/access/PartnerCaller.ts"
import { everywhere, type Reach } from "../../../src/domain/access/Reach.ts"
import { ArrivalRebuilds } from "../../../src/domain/arrivals/ArrivalRebuilds.ts"
import { getArrival } from "../../../src/domain/arrivals/getArrival.ts"
import { rebuildArrivals } from "../../../src/domain/arrivals/rebuildArrivals.ts"
import { refreshArrivals } from "../../../src/domain/arrivals/refreshArrivals.ts"
import type { Dataset } from "../../../src/domain/dataset/Dataset.ts"
import { listMemberEntitlements } from "../../../src/domain/members/listMemberEntitlements.ts"
import { listPerks } from "../../../src/domain/perks/listPerks.ts"
import * as AtomicLayer from "../../../src/layers/AtomicLayer.ts"
import * as Memory from "../../../src/layers/memory/Memory.ts"
import * as ArrivalRebuildsLayer from "../../../src/layers/repositories/ArrivalRebuildsLayer.ts"
import * as ArrivalSnapshotsLayer from "../../../src/layers/repositories/ArrivalSnapshotsLayer.ts"
import * as ArrivalsLayer from "../../../src/layers/repositories/ArrivalsLayer.ts"
import * as AuditLogLayer from "../../../src/layers/repositories/AuditLogLayer.ts"
import * as BenefitOverridesLayer from "../../../src/layers/repositories/BenefitOverridesLayer.ts"
import * as BenefitsLayer from "../../../src/layers/repositories/BenefitsLayer.ts"
import * as EntitlementsLayer from "../../../src/layers/repositories/EntitlementsLayer.ts"
import * as MemberViewsLayer from "../../../src/layers/repositories/MemberViewsLayer.ts"
import * as PerkViewsLayer from "../../../src/layers/repositories/PerkViewsLayer.ts"
import * as VenuesLayer from "../../../src/layers/repositories/VenuesLayer.ts"
import * as SecureRandomLayer from "../../../src/layers/SecureRandomLayer.ts"
import { insertDataset, removeEverything } from "../../../src/sql/DatasetSql.ts"
import { atTime } from "../../support/atTime.ts"
import * as Postgres from "../../support/servers/Postgres.ts"
import { start } from "../../support/datasets/staysDataset.ts"
import { apply, change, type Change } from "../../support/benefitChanges.ts"
import { datasets, externalId, houses, memberId } from "../../support/datasets/perkDatasets.ts"

const asMember = Effect.provideService(MemberCaller, { memberId, xid: externalId, emailVerified: true })

const asDesk = (reach: Reach) =>
  Effect.provideService(PartnerCaller, {
    principal: { kind: "key", id: "key", name: "Desk" },
    organization: null,
    reach,
    permissions: new Set<string>(),
    authLevel: "partner",
    globalScope: false,
    environment: "development",
    emulation: null
  })

/** Asserts that the three views agree on every stay. Returns the number of eligible perks. */
const compare = Effect.fnUntraced(function* (dataset: Pick<Dataset, "reservations">) {
  let eligible = 0
  for (const { externalId: reservationId, id, organizationId, propertyId: venueId } of dataset.reservations) {
    const [name] = houses.find(([house]) => venues[house].id === venueId) ?? []
    const propertyId = venueDocumentId(name ?? "V1")
    const perks = yield* asMember(
      listPerks({ propertyId, reservationId, includeGlobalPerks: true, includePropertyPerks: true })
    )
    const arrival = yield* asDesk(everywhere)(getArrival(`task-${id}`))
    const seen = [...perks.globalPerks, ...perks.propertyPerks]
    const reach: Reach = { organizationIds: [organizationId], venueIds: [venueId] }
    const [ofStay, atVenue, byScope] = [
      yield* asDesk(reach)(listMemberEntitlements(externalId, { reservationId })),
      yield* asDesk(reach)(listMemberEntitlements(externalId, { reservationId, propertyId })),
      yield* asDesk({ organizationIds: [organizationId], venueIds: "all" })(
        listMemberEntitlements(externalId, { reservationId })
      )
    ]
    assert.deepStrictEqual(atVenue, ofStay)
    assert.deepStrictEqual(byScope, ofStay)
    const due = ofStay.items.filter((item) => item.eligible)
    const amounts = (items: ReadonlyArray<{ readonly benefitId: string; readonly quantity: number }>) =>
      items.map(({ benefitId, quantity }) => `${benefitId} ${quantity}`).toSorted()
    assert.deepStrictEqual(amounts(due), amounts(arrival.benefits))
    assert.deepStrictEqual(
      due.map(({ benefitId }) => String(benefitId)).toSorted(),
      seen
        .filter(({ isEligible }) => isEligible)
        .map(({ perkId }) => String(perkId))
        .toSorted()
    )
    for (const { benefitId, eligible: isEligible, reason } of ofStay.items) {
      const perk = seen.find(({ perkId }) => perkId === benefitId)
      assert.deepStrictEqual([perk?.isEligible, perk?.eligibility?.code ?? null], [isEligible, reason])
    }
    // The desk's list has no benefit that none of the member's tiers is entitled to.
    for (const { eligibility, perkId } of seen) {
      const isListed = ofStay.items.some(({ benefitId }) => benefitId === perkId)
      if (eligibility?.code === "entitlement_missing") assert.isFalse(isListed, perkId)
    }
    eligible += due.length
  }
  return eligible
})

const refreshed = (dataset: Dataset) => Effect.andThen(refreshArrivals(), compare(dataset))

/** Applies changes and `job`, then compares. Returns the number of changes applied. */
const changed = Effect.fnUntraced(function* <R>(
  dataset: Dataset,
  changes: ReadonlyArray<Change>,
  job: Effect.Effect<unknown, never, R>
) {
  yield* refreshArrivals()
  let applied = 0
  for (const requested of changes) applied += (yield* apply(dataset, requested)) ? 1 : 0
  yield* job
  yield* compare(dataset)
  return applied
})

/** Only the rebuild that the changes order. */
const rebuild = Effect.gen(function* () {
  yield* rebuildArrivals(3)
  assert.deepStrictEqual(yield* ArrivalRebuilds.use(({ listWithin }) => listWithin(everywhere)), [])
})

const changes = fc.array(change, { minLength: 1, maxLength: 6 })

const services = {
  layerMemory: Layer.mergeAll(
    ArrivalRebuildsLayer.layerMemory,
    AuditLogLayer.layerMemory,
    BenefitOverridesLayer.layerMemory,
    BenefitsLayer.layerMemory,
    EntitlementsLayer.layerMemory,
    SecureRandomLayer.layer,
    VenuesLayer.layerMemory,
    PerkViewsLayer.layerMemory,
    MemberViewsLayer.layerMemory,
    ArrivalSnapshotsLayer.layerMemory,
    ArrivalsLayer.layerMemory,
    AtomicLayer.layerMemory
  ),
  layerSql: Layer.mergeAll(
    ArrivalRebuildsLayer.layerSql,
    AuditLogLayer.layerSql,
    BenefitOverridesLayer.layerSql,
    BenefitsLayer.layerSql,
    EntitlementsLayer.layerSql,
    SecureRandomLayer.layer,
    VenuesLayer.layerSql,
    PerkViewsLayer.layerSql,
    MemberViewsLayer.layerSql,
    ArrivalSnapshotsLayer.layerSql,
    ArrivalsLayer.layerSql,
    AtomicLayer.layerSql
  )
}

const titleOfChanges =
  "MEM-053, DOMAIN 6.2, 11.3: after Partner API changes and the rebuild that they order, the three views agree"

const titleOfReads = "MEM-053, DOMAIN 6.2, A-123: after Partner API changes, and before any job, the three views agree"

const title = "MEM-053, DOMAIN 6.2: a member's perks, the arrival task and the desk's entitlements agree"

layer(services.layerMemory.pipe(Layer.provideMerge(Memory.layer)))("three views of perks (memory)", (it) => {
  it.effect(title, () =>
    Effect.gen(function* () {
      const memory = yield* Memory.Memory
      let eligible = 0
      for (const dataset of fc.sample(datasets, { numRuns: 120, seed: 11 })) {
        yield* memory.load(dataset)
        eligible += yield* refreshed(dataset).pipe(atTime(start))
      }
      assert.isAbove(eligible, 100)
    })
  )

  it.effect(titleOfChanges, () =>
    Effect.gen(function* () {
      const memory = yield* Memory.Memory
      let applied = 0
      for (const [dataset, wanted] of fc.sample(fc.tuple(datasets, changes), { numRuns: 150, seed: 7 })) {
        yield* memory.load(dataset)
        applied += yield* changed(dataset, wanted, rebuild).pipe(atTime(start))
      }
      assert.isAbove(applied, 100)
    })
  )

  it.effect(titleOfReads, () =>
    Effect.gen(function* () {
      const memory = yield* Memory.Memory
      let applied = 0
      for (const [dataset, wanted] of fc.sample(fc.tuple(datasets, changes), { numRuns: 150, seed: 13 })) {
        yield* memory.load(dataset)
        applied += yield* changed(dataset, wanted, Effect.void).pipe(atTime(start))
      }
      assert.isAbove(applied, 100)
    })
  )
})

layer(services.layerSql.pipe(Layer.provideMerge(Postgres.layer)))("three views of perks (sql)", (it) => {
  it.effect(title, () =>
    Effect.gen(function* () {
      let eligible = 0
      for (const dataset of fc.sample(datasets, { numRuns: 8, seed: 11 })) {
        yield* removeEverything()
        yield* insertDataset(dataset)
        eligible += yield* refreshed(dataset).pipe(atTime(start))
      }
      assert.isAbove(eligible, 0)
    })
  )

  it.effect(titleOfChanges, () =>
    Effect.gen(function* () {
      let applied = 0
      for (const [dataset, wanted] of fc.sample(fc.tuple(datasets, changes), { numRuns: 12, seed: 7 })) {
        yield* removeEverything()
        yield* insertDataset(dataset)
        applied += yield* changed(dataset, wanted, rebuild).pipe(atTime(start))
      }
      assert.isAbove(applied, 5)
    })
  )

  it.effect(titleOfReads, () =>
    Effect.gen(function* () {
      let applied = 0
      for (const [dataset, wanted] of fc.sample(fc.tuple(datasets, changes), { numRuns: 6, seed: 13 })) {
        yield* removeEverything()
        yield* insertDataset(dataset)
        applied += yield* changed(dataset, wanted, Effect.void).pipe(atTime(start))
      }
      assert.isAbove(applied, 2)
    })
  )
})
