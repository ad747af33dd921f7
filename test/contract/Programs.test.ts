import { assert } from "@effect/vitest"
import { BigDecimal, DateTime, Effect, Option } from "effect"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { programIds, programXids, tierId, tierXids } from "../../src/demo/demoPrograms.ts"
import { venues } from "../../src/demo/venues.ts"
import { everywhere, type Reach } from "../../src/domain/access/Reach.ts"
import { affectedBenefits } from "../../src/domain/programs/affectedBenefits.ts"
import { type Program, type ProgramId, type Tier, TierId } from "../../src/domain/programs/Program.ts"
import { Programs } from "../../src/domain/programs/Programs.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { NotFound } from "../../src/domain/shared/NotFound.ts"
import { DuplicateResource } from "../../src/domain/shared/ResourceConflicts.ts"
import * as ProgramsLayer from "../../src/layers/repositories/ProgramsLayer.ts"
import { twins } from "../support/twins.ts"
import { ofA, ofB } from "../support/reaches.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00Z")
const dataset = demoWithoutCities(now)

const key = { organizationId: organizationIds.A, programId: programIds.A }
const xid = (name: string) => programXids[name] ?? assert.fail(name)

const rowOf = (name: string): Program => dataset.programs.find((row) => row.xid === xid(name)) ?? assert.fail(name)
const tierOf = (name: string): Tier => dataset.tiers.find((row) => row.xid === tierXids[name]) ?? assert.fail(name)
const keyOf = ({ id, organizationId }: Program) => ({ organizationId, programId: id })

/** With the multiplier as a number: a database stores it with two decimal places, memory with its own scale. */
const plain = ({ multiplier, ...tier }: Tier) => ({ ...tier, multiplier: BigDecimal.toNumberUnsafe(multiplier) })

const lock = (name: string, reach: Reach) =>
  atomically(Programs.use((programs) => programs.getForUpdate({ reach, programId: xid(name) })))

const lockTier = (
  of: { readonly programId: ProgramId; readonly organizationId: Program["organizationId"] },
  name: string
) => atomically(Programs.use((programs) => programs.getTierForUpdate({ ...of, tierXid: tierXids[name] ?? "" })))

twins("Programs", ProgramsLayer, dataset, (it) => {
  it.effect("PAR-007: locks a program of the organizations within reach, and a tier of a program", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* lock("A", ofA), rowOf("A"))
      assert.deepStrictEqual(yield* lock("A", { ...ofA, venueIds: [] }), rowOf("A"))
      assert.deepStrictEqual(yield* lock("B", everywhere), rowOf("B"))
      assert.deepStrictEqual(yield* Effect.flip(lock("B", ofA)), new NotFound({}))
      assert.deepStrictEqual(yield* Effect.flip(lock("A", ofB)), new NotFound({}))
      assert.deepStrictEqual(plain(yield* lockTier(key, "A2")), plain(tierOf("A2")))
      for (const name of ["A_draft1", "B1", "nothing"]) {
        assert.deepStrictEqual(yield* Effect.flip(lockTier(key, name)), new NotFound({}), name)
      }
    })
  )

  it.effect("inserts a program, and updates all its settings", () =>
    Effect.gen(function* () {
      const programs = yield* Programs
      const { id: _, ...row } = { ...rowOf("A_draft"), xid: "made", description: "x", version: 3 }
      const made = yield* programs.insert(row)
      assert.deepStrictEqual({ ...made, id: 0 }, { ...row, id: 0 })
      const changed: Program = {
        ...made,
        name: "Other",
        status: "active",
        description: null,
        version: 4,
        updatedAt: now
      }
      yield* programs.update(changed)
      const seen = atomically(programs.getForUpdate({ reach: ofA, programId: "made" }))
      assert.deepStrictEqual(yield* seen, changed)
      assert.deepStrictEqual(yield* lock("A", ofA), rowOf("A"))
    })
  )

  it.effect("adds and removes venues of one program", () =>
    Effect.gen(function* () {
      const programs = yield* Programs
      const draft = keyOf(rowOf("A_draft"))
      const before = yield* programs.listVenues(key)
      for (const venue of ["V1", "V2"] as const) {
        yield* programs.insertVenue({ ...draft, propertyId: venues[venue].id, joinedAt: now })
      }
      yield* programs.removeVenue({ ...draft, propertyId: venues.V1.id })
      assert.deepStrictEqual(yield* programs.listVenues(draft), [{ ...draft, propertyId: venues.V2.id, joinedAt: now }])
      assert.deepStrictEqual(yield* programs.listVenues(key), before)
    })
  )

  it.effect("PAR-131: inserts, updates and removes tiers, lists them lowest first, and refuses a taken level", () =>
    Effect.gen(function* () {
      const programs = yield* Programs
      const draft = keyOf(rowOf("B_draft"))
      const { id: _, ...row } = { ...tierOf("B1"), ...draft, xid: "made-9", level: 9, color: "#00a86b" }
      const made = yield* atomically(programs.insertTier(row))
      assert.deepStrictEqual(plain(made), plain({ ...row, id: made.id }))
      const lower = yield* atomically(programs.insertTier({ ...row, xid: "made-4", level: 4 }))
      const taken = atomically(programs.insertTier({ ...row, xid: "made-again", level: 4 }))
      assert.deepStrictEqual(yield* Effect.flip(taken), new DuplicateResource({ field: "level" }))
      assert.deepStrictEqual((yield* programs.listTiers(draft)).map(plain), [lower, made].map(plain))
      const changed: Tier = {
        ...made,
        name: "Other",
        qualifyingPoints: 7,
        qualifyingNights: 3,
        multiplier: BigDecimal.fromStringUnsafe("99.99"),
        validityMonths: 1,
        color: null,
        updatedAt: now
      }
      yield* programs.updateTier({ ...changed, level: 77 })
      assert.deepStrictEqual((yield* programs.listTiers(draft)).map(plain), [lower, changed].map(plain))
      yield* programs.removeTier(lower)
      assert.deepStrictEqual((yield* programs.listTiers(draft)).map(plain), [plain(changed)])
    })
  )

  it.effect("DOMAIN 8.3: updates the levels of several tiers at once, even when they are swapped", () =>
    Effect.gen(function* () {
      const programs = yield* Programs
      const draft = keyOf(rowOf("A_draft"))
      const [one, two] = yield* programs.listTiers(draft)
      assert.isTrue(one !== undefined && two !== undefined)
      if (one === undefined || two === undefined) return
      const moved = [
        { ...one, level: 2, updatedAt: now },
        { ...two, level: 1, updatedAt: now }
      ]
      yield* atomically(programs.updateLevels({ ...draft, tiers: moved }))
      assert.deepStrictEqual((yield* programs.listTiers(draft)).map(plain), moved.toReversed().map(plain))
    })
  )

  it.effect("finds references to a tier: members, including past ones, or entitlements", () =>
    Effect.gen(function* () {
      const programs = yield* Programs
      for (const tier of dataset.tiers) {
        const isHeld = dataset.enrolments.some((row) => row.tierId === tier.id)
        const isEntitled = dataset.entitlements.some((row) => row.tierId === tier.id)
        const use = isHeld ? Option.some("members") : isEntitled ? Option.some("entitlements") : Option.none()
        assert.deepStrictEqual(yield* programs.findTierUse(tier), use, tier.xid)
      }
      const unused = { ...tierOf("A1"), id: TierId.make(999_999) }
      assert.deepStrictEqual(yield* programs.findTierUse(unused), Option.none())
    })
  )

  it.effect("DOMAIN 8.3: lists active entitlements to benefits with a minTierLevel between two levels", () =>
    Effect.gen(function* () {
      const programs = yield* Programs
      const expected = (above: number, upTo: number) =>
        dataset.entitlements.flatMap(({ active, benefitId, organizationId, programId, tierId: tier }) => {
          const benefit = dataset.benefits.find(({ id }) => id === benefitId) ?? assert.fail()
          const { archivedAt, minTierLevel } = benefit
          if (!active || organizationId !== organizationIds.A || archivedAt !== null) return []
          return minTierLevel > above && minTierLevel <= upTo
            ? [`${benefit.xid} ${minTierLevel} ${programId} ${tier}`]
            : []
        })
      assert.isAbove(expected(0, 3).length, expected(1, 3).length)
      for (const [above, upTo] of [
        [0, 3],
        [1, 3],
        [2, 3],
        [3, 3]
      ] as const) {
        const found = yield* programs.listEntitled({ organizationId: organizationIds.A, above, upTo })
        assert.sameMembers(
          found.map((row) => `${row.benefitId} ${row.minTierLevel} ${row.programId} ${row.tierId}`),
          expected(above, upTo)
        )
      }
    })
  )

  it.effect("appends rules as the next version of their program, from 1 on", () =>
    Effect.gen(function* () {
      const programs = yield* Programs
      const rules = dataset.earningRules[0]?.rules ?? []
      const insert = (of: Program) =>
        programs.insertRules({ ...keyOf(of), rules, effectiveFrom: "2026-06-01", createdAt: now })
      const made = yield* insert(rowOf("A_draft"))
      assert.deepStrictEqual(made, {
        ...keyOf(rowOf("A_draft")),
        version: 1,
        rules,
        effectiveFrom: "2026-06-01",
        createdAt: now
      })
      assert.strictEqual((yield* insert(rowOf("A_draft"))).version, 2)
      assert.strictEqual((yield* insert(rowOf("A"))).version, 3)
    })
  )

  it.effect("DOMAIN 8.3: a benefit is affected when a level moves across its minimum level", () =>
    Effect.sync(() => {
      const [one, two, other] = [tierId("A", 1), tierId("A", 2), tierId("B", 1)]
      const benefit = (tier: TierId, minTierLevel: number, programId = programIds.A) => ({
        programId,
        tierId: tier,
        benefitId: `${tier}-${minTierLevel}`,
        minTierLevel
      })
      const affected = (...entitled: ReadonlyArray<ReturnType<typeof benefit>>) =>
        affectedBenefits(programIds.A, [{ tierId: one, from: 1, to: 3 }], entitled)
      assert.deepStrictEqual(affected(benefit(one, 1), benefit(one, 4)), [])
      assert.deepStrictEqual(affected(benefit(one, 3), benefit(one, 2), benefit(one, 2)), [`${one}-2`, `${one}-3`])
      assert.deepStrictEqual(affected(benefit(two, 2)), [])
      assert.deepStrictEqual(affected(benefit(other, 2, programIds.B)), [`${other}-2`])
    })
  )
})
