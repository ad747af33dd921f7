import { assert, layer } from "@effect/vitest"
import { Cause, DateTime, Effect, Exit, Layer } from "effect"
import * as fc from "fast-check"
import { organizationIds } from "../../../src/demo/demoOrganizations.ts"
import { type VenueName, venueDocumentId, venues } from "../../../src/demo/venues.ts"
import { MemberCaller } from "../../../src/domain/access/MemberCaller.ts"
import { PartnerCaller } from "../../../src/domain/access/PartnerCaller.ts"
import { everywhere, type Reach } from "../../../src/domain/access/Reach.ts"
import { ArrivalRebuilds } from "../../../src/domain/arrivals/ArrivalRebuilds.ts"
import { Arrivals } from "../../../src/domain/arrivals/Arrivals.ts"
import type { ArrivalTask } from "../../../src/domain/arrivals/ArrivalTask.ts"
import { rebuildArrivals } from "../../../src/domain/arrivals/rebuildArrivals.ts"
import { refreshArrivals } from "../../../src/domain/arrivals/refreshArrivals.ts"
import { type Benefit, BenefitId, BenefitXid, type Entitlement } from "../../../src/domain/benefits/Benefit.ts"
import { archiveBenefit } from "../../../src/domain/benefits/archiveBenefit.ts"
import { changeBenefit } from "../../../src/domain/benefits/changeBenefit.ts"
import { changeEntitlement } from "../../../src/domain/benefits/changeEntitlement.ts"
import { createEntitlement } from "../../../src/domain/benefits/createEntitlement.ts"
import { removeBenefitOverride } from "../../../src/domain/benefits/removeBenefitOverride.ts"
import { setBenefitOverride } from "../../../src/domain/benefits/setBenefitOverride.ts"
import { withdrawEntitlement } from "../../../src/domain/benefits/withdrawEntitlement.ts"
import type { Dataset } from "../../../src/domain/dataset/Dataset.ts"
import { MemberId } from "../../../src/domain/members/Member.ts"
import { listMemberEntitlements } from "../../../src/domain/members/listMemberEntitlements.ts"
import { listPerks } from "../../../src/domain/perks/listPerks.ts"
import { ProgramId } from "../../../src/domain/programs/Program.ts"
import type { Reservation } from "../../../src/domain/reservations/Reservation.ts"
import { atomically } from "../../../src/domain/shared/atomically.ts"
import { addDays } from "../../../src/domain/shared/calendar.ts"
import * as AtomicLayer from "../../../src/layers/AtomicLayer.ts"
import * as Memory from "../../../src/layers/Memory.ts"
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
import * as Postgres from "../../support/Postgres.ts"
import { enrolment, member, start, stay, staysDataset, tier } from "../../support/staysDataset.ts"

const { A, B } = organizationIds
const memberId = MemberId.make(1)
const externalId = "1".padStart(26, "0")
const today = DateTime.formatIsoDateUtc(start)

const houses: ReadonlyArray<readonly [VenueName, number]> = [
  ["V1", A],
  ["V2", A],
  ["V3", A],
  ["W1", B]
]
const housesOf = (organizationId: number) =>
  houses.filter(([, owner]) => owner === organizationId).map(([name]) => venues[name].id)

const day = fc.option(
  fc.integer({ min: -6, max: 12 }).map((days) => addDays(today, days)),
  { freq: 1 }
)

const enrolments = fc
  .tuple(
    ...[1, 2, 3].map(() =>
      fc.option(
        fc.record({
          level: fc.integer({ min: 1, max: 3 }),
          hasEnded: fc.boolean(),
          qualifyingPoints: fc.constantFrom(0, 1200)
        }),
        { freq: 4 }
      )
    )
  )
  .map((held) =>
    held.flatMap((one, index) =>
      one === null
        ? []
        : [
            enrolment(1, index + 1, one.level, {
              qualifyingPoints: one.qualifyingPoints,
              ...(one.hasEnded && one.level > 1 ? { tierExpiresAt: DateTime.subtract(start, { days: 3 }) } : {})
            })
          ]
    )
  )

const benefitFacts = fc.record({
  organizationId: fc.constantFrom(A, A, B),
  minTierLevel: fc.constantFrom(0, 1, 1, 2, 3),
  scope: fc.constantFrom("global" as const, "property" as const),
  enabled: fc.constantFrom(true, true, true, false),
  isArchived: fc.constantFrom(false, false, false, true),
  at: fc.subarray(houses.map(([name]) => venues[name].id)),
  removedAt: fc.option(fc.constantFrom(...houses.map(([name]) => venues[name].id))),
  needsStay: fc.boolean(),
  entitlements: fc.array(
    fc.record({
      program: fc.constantFrom(1, 2, 3),
      level: fc.integer({ min: 1, max: 3 }),
      venueIds: fc.option(
        fc.subarray(
          houses.map(([name]) => venues[name].id),
          { minLength: 1 }
        )
      ),
      validFrom: day,
      validTo: day,
      quantity: fc.integer({ min: 1, max: 4 }),
      active: fc.constantFrom(true, true, false)
    }),
    { minLength: 5, maxLength: 9 }
  )
})

type BenefitFacts = typeof benefitFacts extends fc.Arbitrary<infer Facts> ? Facts : never

const benefitOf = (facts: BenefitFacts, id: number): Benefit => ({
  id: BenefitId.make(id),
  xid: BenefitXid.make(`benefit-${id}`),
  organizationId: facts.organizationId,
  name: `Benefit ${id}`,
  description: null,
  kind: "amenity",
  redemptionType: "direct",
  minTierLevel: facts.minTierLevel,
  scope: facts.scope,
  howToRedeem: null,
  heroImage: null,
  cardImage: null,
  enabled: facts.enabled,
  archivedAt: facts.isArchived ? start : null,
  createdAt: start,
  updatedAt: start
})

/** Entitlements of tiers of the benefit's organization, one active of each tier, whose period is no reversed one. */
const entitlementsOf = (facts: BenefitFacts, id: number): ReadonlyArray<Entitlement> => {
  const taken = new Set<number>()
  return facts.entitlements.flatMap((one, index) => {
    const tierId = tier(one.program, one.level)
    const isOwn = (one.program === 3 ? B : A) === facts.organizationId
    if (!isOwn || (one.active && taken.has(tierId))) return []
    if (one.active) taken.add(tierId)
    const venueIds = one.venueIds?.filter((venueId) => housesOf(facts.organizationId).includes(venueId)) ?? null
    const isReversed = one.validFrom !== null && one.validTo !== null && one.validFrom > one.validTo
    return [
      {
        id: 10 * id + index,
        xid: `entitlement-${id}-${index}`,
        organizationId: facts.organizationId,
        programId: ProgramId.make(one.program),
        tierId,
        benefitId: BenefitId.make(id),
        quantityPerStay: one.quantity,
        venueIds: venueIds !== null && venueIds.length === 0 ? null : venueIds,
        validFrom: isReversed ? null : one.validFrom,
        validTo: one.validTo,
        active: one.active,
        createdAt: start,
        updatedAt: start
      }
    ]
  })
}

const rowsOf = (all: ReadonlyArray<BenefitFacts>) => {
  const numbered = all.map((facts, index) => ({ facts, id: index + 1, benefitId: BenefitId.make(index + 1) }))
  const group = (organizationId: typeof A, id: number) => ({
    id,
    xid: `group-${id}`,
    organizationId,
    documentId: `group-${id}`,
    name: `Group ${id}`,
    description: null,
    enabled: true,
    stayRequired: true,
    createdAt: start,
    updatedAt: start
  })
  return {
    benefits: numbered.map(({ facts, id }) => benefitOf(facts, id)),
    benefitVenues: numbered.flatMap(({ benefitId, facts: { at, organizationId, scope } }) =>
      (scope === "global" ? [] : at)
        .filter((propertyId) => housesOf(organizationId).includes(propertyId))
        .map((propertyId) => ({ organizationId, benefitId, propertyId }))
    ),
    benefitVenueOverrides: numbered.flatMap(({ benefitId, facts: { organizationId, removedAt } }) =>
      removedAt === null || !housesOf(organizationId).includes(removedAt)
        ? []
        : [
            {
              organizationId,
              benefitId,
              propertyId: removedAt,
              overriddenName: null,
              overriddenDescription: null,
              enabled: false,
              updatedAt: start
            }
          ]
    ),
    benefitGroups: [group(A, 1), group(B, 2)],
    benefitGroupItems: numbered
      .filter(({ facts }) => facts.needsStay)
      .map(({ benefitId, facts: { organizationId }, id }) => ({
        organizationId,
        groupId: organizationId === A ? 1 : 2,
        benefitId,
        position: id
      })),
    entitlements: numbered.flatMap(({ facts, id }) => entitlementsOf(facts, id))
  } satisfies Partial<Dataset>
}

const stays = fc
  .tuple(
    ...houses.map(() =>
      fc.record({
        days: fc.integer({ min: -5, max: 10 }),
        status: fc.constantFrom("confirmed" as const, "pending" as const, "other" as const)
      })
    )
  )
  .map((facts) =>
    facts.flatMap(({ days, status }, index): ReadonlyArray<Reservation> => {
      const [name, organizationId] = houses[index] ?? []
      if (name === undefined) return []
      return [
        stay(index + 1, {
          organizationId: organizationId === B ? B : A,
          propertyId: venues[name].id,
          status,
          pmsStatus: null,
          checkIn: addDays(today, days),
          checkOut: addDays(today, days + 30),
          spendMinor: null,
          currency: null
        })
      ]
    })
  )

const taskOf = (reservation: Reservation): ArrivalTask => ({
  id: reservation.id,
  xid: `task-${reservation.id}`,
  organizationId: reservation.organizationId,
  propertyId: reservation.propertyId,
  reservationId: reservation.id,
  memberId,
  checkIn: reservation.checkIn ?? today,
  tierLevel: null,
  benefits: [],
  specialNotes: null,
  status: "open",
  acknowledgedAt: null,
  acknowledgedBy: null,
  changedSinceAck: false,
  refreshedAt: DateTime.subtract(start, { days: 2 }),
  createdAt: DateTime.subtract(start, { days: 2 })
})

const datasets = fc
  .record({ enrolments, benefits: fc.array(benefitFacts, { minLength: 3, maxLength: 6 }), reservations: stays })
  .map(({ benefits, enrolments: held, reservations }) =>
    staysDataset({
      members: member(1),
      enrolments: held,
      reservations,
      arrivalTasks: reservations.map(taskOf),
      ...rowsOf(benefits)
    })
  )

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

/** What each of the three says of a stay, and how much of it is for the member. */
const compare = Effect.fnUntraced(function* (dataset: Pick<Dataset, "reservations">) {
  const arrivals = yield* Arrivals
  let eligible = 0
  for (const { externalId: reservationId, id, organizationId, propertyId: venueId } of dataset.reservations) {
    const [name] = houses.find(([house]) => venues[house].id === venueId) ?? []
    const propertyId = venueDocumentId(name ?? "V1")
    const perks = yield* asMember(
      listPerks({ propertyId, reservationId, includeGlobalPerks: true, includePropertyPerks: true })
    )
    const { arrival } = yield* arrivals.get({ reach: everywhere, taskId: `task-${id}`, now: start })
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
    // Whoever is entitled by no tier is on no list of the desk.
    for (const { eligibility, perkId } of seen) {
      const isListed = ofStay.items.some(({ benefitId }) => benefitId === perkId)
      if (eligibility?.code === "entitlement_missing") assert.isFalse(isListed, perkId)
    }
    eligible += due.length
  }
  return eligible
})

const refreshed = (dataset: Dataset) => Effect.andThen(refreshArrivals(), compare(dataset))

/** Who configures the benefits of an organization. */
const asPartner = (organizationId: typeof A | typeof B) =>
  Effect.provideService(PartnerCaller, {
    principal: { kind: "key", id: "key", name: "Head office" },
    organization: { id: organizationId, xid: "organization", name: "Organization", slug: "organization" },
    reach: { organizationIds: [organizationId], venueIds: "all" },
    permissions: new Set<string>(),
    authLevel: "partner",
    globalScope: false,
    environment: "development",
    emulation: null
  })

const house = fc.constantFrom(...houses.map(([name]) => name))

/** One change over the operations of the Partner API; ids are turned into those of rows of one organization. */
const change = fc.oneof(
  fc.record({
    kind: fc.constant("benefit" as const),
    benefit: fc.nat(),
    settings: fc.record(
      {
        name: fc.constantFrom("Renamed", "Renamed again"),
        minTierLevel: fc.integer({ min: 1, max: 3 }),
        enabled: fc.boolean(),
        howToRedeem: fc.constantFrom(null, "Ask")
      },
      { requiredKeys: ["name"] }
    )
  }),
  fc.record({ kind: fc.constant("venues" as const), benefit: fc.nat(), at: fc.subarray(houses.map(([name]) => name)) }),
  fc.record({ kind: fc.constant("archive" as const), benefit: fc.nat() }),
  fc.record({
    kind: fc.constant("override" as const),
    benefit: fc.nat(),
    at: house,
    override: fc.option(fc.record({ overriddenName: fc.constantFrom(null, "Own"), enabled: fc.boolean() }))
  }),
  fc.record({
    kind: fc.constant("entitle" as const),
    benefit: fc.nat(),
    program: fc.constantFrom(1, 2, 3),
    level: fc.integer({ min: 1, max: 3 }),
    at: fc.option(house),
    validTo: day,
    quantityPerStay: fc.integer({ min: 1, max: 4 })
  }),
  fc.record({
    kind: fc.constant("entitlement" as const),
    entitlement: fc.nat(),
    settings: fc.record(
      { active: fc.boolean(), quantityPerStay: fc.integer({ min: 1, max: 4 }), validTo: day },
      { requiredKeys: ["quantityPerStay"] }
    )
  }),
  fc.record({ kind: fc.constant("withdraw" as const), entitlement: fc.nat() })
)

type Change = typeof change extends fc.Arbitrary<infer C> ? C : never

const nth = <Row>(rows: ReadonlyArray<Row>, index: number) => rows[index % Math.max(1, rows.length)]

const documentIdsIn = (names: ReadonlyArray<VenueName>, organizationId: number) =>
  names.filter((name) => venues[name].organizationId === organizationId).map(venueDocumentId)

/** Makes a change; what is refused has changed nothing. Answers whether it was made. */
const make = Effect.fnUntraced(function* (dataset: Dataset, wanted: Change) {
  const ofEntitlement = "entitlement" in wanted
  const entitlement = ofEntitlement ? nth(dataset.entitlements, wanted.entitlement) : undefined
  const benefit = ofEntitlement ? undefined : nth(dataset.benefits, wanted.benefit)
  const organizationId = (entitlement ?? benefit)?.organizationId === B ? B : A
  const benefitId = benefit?.xid ?? ""
  const xid = entitlement?.xid ?? ""
  const operations = {
    benefit: () => (wanted.kind === "benefit" ? changeBenefit(benefitId, wanted.settings) : Effect.void),
    venues: () =>
      wanted.kind === "venues"
        ? changeBenefit(benefitId, { scope: "property", propertyIds: documentIdsIn(wanted.at, organizationId) })
        : Effect.void,
    archive: () => archiveBenefit(benefitId),
    override: () => {
      if (wanted.kind !== "override") return Effect.void
      const venueId = venueDocumentId(wanted.at)
      return wanted.override === null
        ? removeBenefitOverride(benefitId, venueId)
        : setBenefitOverride(benefitId, venueId, wanted.override)
    },
    entitle: () =>
      wanted.kind === "entitle"
        ? createEntitlement({
            programId: `program-${wanted.program}`,
            tierId: `tier-${wanted.program}-${wanted.level}`,
            benefitId,
            quantityPerStay: wanted.quantityPerStay,
            venueIds: wanted.at === null ? null : [venueDocumentId(wanted.at)],
            validTo: wanted.validTo
          })
        : Effect.void,
    entitlement: () => (wanted.kind === "entitlement" ? changeEntitlement(xid, wanted.settings) : Effect.void),
    withdraw: () => withdrawEntitlement(xid)
  }
  const operation: Effect.Effect<
    unknown,
    unknown,
    Effect.Services<ReturnType<(typeof operations)[Change["kind"]]>>
  > = operations[wanted.kind]()
  const exit = yield* Effect.exit(atomically(asPartner(organizationId)(operation)))
  if (Exit.isFailure(exit) && Cause.hasDies(exit.cause)) return yield* Effect.die(Cause.squash(exit.cause))
  return Exit.isSuccess(exit)
})

/** Changes after which the arrival tasks are right by the rebuild that they order, and nothing else. */
const changed = Effect.fnUntraced(function* (dataset: Dataset, changes: ReadonlyArray<Change>) {
  yield* refreshArrivals()
  let made = 0
  for (const wanted of changes) made += (yield* make(dataset, wanted)) ? 1 : 0
  yield* rebuildArrivals(3)
  assert.deepStrictEqual(yield* ArrivalRebuilds.use(({ list }) => list), [])
  yield* compare(dataset)
  return made
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
  "MEM-053, DOMAIN 6.2, 11.3: after changes over the Partner API the three agree, once the rebuild that they order is done"

const title = "MEM-053, DOMAIN 6.2: a member's perks, the arrival task and the desk's entitlements never disagree"

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
      let made = 0
      for (const [dataset, wanted] of fc.sample(fc.tuple(datasets, changes), { numRuns: 150, seed: 7 })) {
        yield* memory.load(dataset)
        made += yield* changed(dataset, wanted).pipe(atTime(start))
      }
      assert.isAbove(made, 100)
    })
  )
})

layer(services.layerSql.pipe(Layer.provideMerge(Postgres.layer)), { timeout: "60 seconds" })(
  "three views of perks (sql)",
  (it) => {
    it.effect(
      title,
      () =>
        Effect.gen(function* () {
          let eligible = 0
          for (const dataset of fc.sample(datasets, { numRuns: 8, seed: 11 })) {
            yield* removeEverything()
            yield* insertDataset(dataset)
            eligible += yield* refreshed(dataset).pipe(atTime(start))
          }
          assert.isAbove(eligible, 0)
        }),
      120_000
    )

    it.effect(
      titleOfChanges,
      () =>
        Effect.gen(function* () {
          let made = 0
          for (const [dataset, wanted] of fc.sample(fc.tuple(datasets, changes), { numRuns: 12, seed: 7 })) {
            yield* removeEverything()
            yield* insertDataset(dataset)
            made += yield* changed(dataset, wanted).pipe(atTime(start))
          }
          assert.isAbove(made, 5)
        }),
      120_000
    )
  }
)
