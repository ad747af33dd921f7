import { assert } from "@effect/vitest"
import { BigDecimal, DateTime, Effect, Layer, Option } from "effect"
import { demoWithoutCities } from "../../support/demoWithoutCities.ts"
import { organizationIds } from "../../../src/demo/demoOrganizations.ts"
import { programXid } from "../../../src/demo/demoPrograms.ts"
import { BenefitXid } from "../../../src/domain/benefits/Benefit.ts"
import type { Dataset } from "../../../src/domain/dataset/Dataset.ts"
import { RowStore } from "../../../src/domain/dataset/RowStore.ts"
import { AuditLog } from "../../../src/domain/audit/AuditLog.ts"
import { OfferXid } from "../../../src/domain/offers/Offer.ts"
import { exportProgram } from "../../../src/domain/programFiles/exportProgram.ts"
import { importProgramFile } from "../../../src/domain/programFiles/importProgramFile.ts"
import type { ProgramFile } from "../../../src/domain/programFiles/ProgramFile.ts"
import type { ProgramImportReport } from "../../../src/domain/programFiles/ProgramImportReport.ts"
import { readProgramFile } from "../../../src/domain/programFiles/readProgramFile.ts"
import * as Memory from "../../../src/layers/Memory.ts"
import * as ArrivalRebuildsLayer from "../../../src/layers/repositories/ArrivalRebuildsLayer.ts"
import * as AuditLogLayer from "../../../src/layers/repositories/AuditLogLayer.ts"
import * as ProgramsLayer from "../../../src/layers/repositories/ProgramsLayer.ts"
import * as RowStoreLayer from "../../../src/layers/RowStoreLayer.ts"
import { atTime } from "../../support/atTime.ts"
import { emptyDataset } from "../../support/emptyDataset.ts"
import { twins } from "../../support/twins.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00Z")
const sandbox = demoWithoutCities(now)
const organizationId = organizationIds.A
const A = programXid("A")

/** Organizations with their venues and offers, without a program. */
const production: Dataset = {
  ...emptyDataset,
  organizations: sandbox.organizations,
  brands: sandbox.brands,
  properties: sandbox.properties,
  offerCategories: sandbox.offerCategories,
  offers: sandbox.offers
}

const twin = {
  layerMemory: Layer.mergeAll(
    ArrivalRebuildsLayer.layerMemory,
    AuditLogLayer.layerMemory,
    ProgramsLayer.layerMemory,
    RowStoreLayer.layerMemory
  ),
  layerSql: Layer.mergeAll(
    ArrivalRebuildsLayer.layerSql,
    AuditLogLayer.layerSql,
    ProgramsLayer.layerSql,
    RowStoreLayer.layerSql
  )
}

const loaded = Layer.effectDiscard(Memory.Memory.use((memory) => memory.load(sandbox))).pipe(
  Layer.provideMerge(Memory.layer)
)

/** The sandbox program, exported as a file. */
const exported = await Effect.runPromise(
  Effect.provide(exportProgram(A), RowStoreLayer.layerMemory.pipe(Layer.provide(loaded)))
)

const file = await Effect.runPromise(readProgramFile(exported))

const run = (of: ProgramFile, options?: { readonly isTrial: boolean }) =>
  atTime(now)(importProgramFile(organizationId, of, options))

const outcomes = ({ results }: ProgramImportReport) => [...new Set(results.map(({ outcome }) => outcome))].toSorted()

const refusals = ({ results }: ProgramImportReport) =>
  results.flatMap((row) => (row.outcome === "refused" ? [`${row.kind} ${row.key}: ${row.reason}`] : []))

/** Runs a test body, then removes the rows that an import creates. */
const undone = <E, R>(effect: Effect.Effect<void, E, R>) =>
  Effect.andThen(
    effect,
    RowStore.use((store) =>
      Effect.gen(function* () {
        for (const name of [
          "offerCodePools",
          "entitlements",
          "benefitGroupItems",
          "benefitGroups",
          "benefitVenueOverrides",
          "benefitVenues",
          "benefits",
          "earningRules",
          "tiers",
          "programVenues",
          "programs"
        ] as const) {
          yield* store.of(name).remove({ organizationId })
        }
      })
    )
  )

twins("importProgramFile", twin, production, (it) => {
  it.effect("recreates a missing program: exported again, the file is byte-identical", () =>
    undone(
      Effect.gen(function* () {
        const first = yield* run(file)
        assert.deepStrictEqual(outcomes(first), ["created"], refusals(first).join("\n"))
        const kinds = new Set(first.results.map(({ kind }) => kind))
        assert.strictEqual(kinds.size, 11, "the demo program has a row of every kind")
        assert.strictEqual(JSON.stringify(yield* exportProgram(A)), JSON.stringify(exported))
        const [entry] = yield* AuditLog.use((log) => log.list(`program:${A}`))
        assert.deepStrictEqual(
          [entry?.action, entry?.after, entry?.organizationId],
          ["program.imported", { created: first.results.length, updated: 0 }, organizationId]
        )

        const again = yield* run(file)
        assert.deepStrictEqual(outcomes(again), ["unchanged"])
        assert.lengthOf(yield* AuditLog.use((log) => log.list(`program:${A}`)), 1, "nothing changed, nothing audited")
      })
    )
  )

  it.effect("a dry run returns the results of the import and writes nothing", () =>
    undone(
      Effect.gen(function* () {
        const tried = yield* run(file, { isTrial: true })
        assert.deepStrictEqual(outcomes(tried), ["created"])
        assert.isTrue(Option.isNone(yield* RowStore.use((store) => store.of("programs").find({ xid: A }))))
        assert.deepStrictEqual((yield* run(file)).results, tried.results)
      })
    )
  )

  it.effect("updates rows that differ, swaps tier levels, and removes nothing", () =>
    undone(
      Effect.gen(function* () {
        yield* run(file)
        const [blue, silver, ...rest] = file.tiers
        if (blue === undefined || silver === undefined) return assert.fail("too few tiers")
        const [benefit, ...benefits] = file.benefits
        const [group, ...groups] = file.groups
        if (benefit === undefined || group === undefined) return assert.fail("too few benefits")
        const changed: ProgramFile = {
          ...file,
          tiers: [{ ...silver, level: 1, qualifyingPoints: 0 }, { ...blue, level: 2, qualifyingPoints: 10 }, ...rest],
          benefits: [{ ...benefit, name: "Another name" }, ...benefits],
          groups: [{ ...group, benefitIds: group.benefitIds.toReversed() }, ...groups]
        }
        const report = yield* run(changed)
        assert.deepStrictEqual(
          report.results.flatMap(({ key, kind, outcome }) =>
            outcome === "unchanged" ? [] : [`${outcome} ${kind} ${key}`]
          ),
          [
            "updated tier level 1",
            "updated tier level 2",
            "updated benefit Another name",
            ...(group.benefitIds.length > 1 ? [`updated group membership ${group.name}`] : [])
          ]
        )
        const fewer = yield* run({ ...changed, entitlements: [], pools: [], groups: [] })
        assert.deepStrictEqual(outcomes(fewer), ["unchanged"])
        const stored = yield* RowStore.use((store) => store.of("entitlements").list({ organizationId }, { by: ["id"] }))
        assert.lengthOf(stored, file.entitlements.length)
      })
    )
  )

  it.effect("finds rows by natural keys if the ids differ, and keeps their ids", () =>
    undone(
      Effect.gen(function* () {
        yield* run(file)
        const other = (id: string) => `other-${id}`
        const renamed: ProgramFile = {
          ...file,
          program: { ...file.program, programId: other(file.program.programId) },
          tiers: file.tiers.map((tier) => ({ ...tier, tierId: other(tier.tierId) })),
          benefits: file.benefits.map((benefit) => ({ ...benefit, benefitId: other(benefit.benefitId) })),
          groups: file.groups.map((group) => ({
            ...group,
            groupId: other(group.groupId),
            benefitIds: group.benefitIds.map(other)
          })),
          entitlements: file.entitlements
            .filter(({ active }) => active)
            .map((one) => ({
              ...one,
              entitlementId: other(one.entitlementId),
              tierId: other(one.tierId),
              benefitId: other(one.benefitId)
            })),
          pools: file.pools.map((pool) => ({ ...pool, poolId: other(pool.poolId) }))
        }
        const report = yield* run(renamed)
        assert.deepStrictEqual([report.programId, outcomes(report)], [A, ["unchanged"]], JSON.stringify(report.results))
      })
    )
  )

  it.effect("appends rules that come back, so that the last version of the file is in force", () =>
    undone(
      Effect.gen(function* () {
        const from = "2026-06-01"
        const [held] = file.earningRules
        const [rule] = held?.rules ?? []
        if (rule === undefined) return assert.fail("no rules")
        const version = (points: string) => ({
          effectiveFrom: from,
          rules: [{ ...rule, pointsPerUnit: BigDecimal.fromStringUnsafe(points) }]
        })
        const [x, y] = [version("1"), version("2")]
        yield* run({ ...file, earningRules: [...file.earningRules, x] })
        const back = { ...file, earningRules: [...file.earningRules, x, y, x] }
        const report = yield* run(back)
        assert.deepStrictEqual(
          report.results.flatMap(({ kind, key, outcome }) =>
            kind === "earning rules" && key === `from ${from}` ? [outcome] : []
          ),
          ["unchanged", "created", "created"]
        )
        const rows = yield* RowStore.use((store) =>
          store.of("earningRules").list({ organizationId }, { by: ["version"] })
        )
        assert.deepStrictEqual(
          rows.slice(-3).map(({ rules }) => BigDecimal.format(rules[0]?.pointsPerUnit ?? BigDecimal.fromBigInt(0n))),
          ["1", "2", "1"]
        )
        assert.deepStrictEqual(outcomes(yield* run(back)), ["unchanged"])
      })
    )
  )

  it.effect("moves the active flag among entitlements of one tier and benefit, in any order of rows", () =>
    undone(
      Effect.gen(function* () {
        const [first, second] = file.entitlements.filter(({ active }) => active)
        const rest = file.entitlements.filter((one) => one !== first && one !== second)
        if (first === undefined || second === undefined) return assert.fail("too few entitlements")
        const spare = { ...first, entitlementId: "spare", active: false }
        yield* run({ ...file, entitlements: [...rest, first, second, spare] })
        const off = { ...first, active: false }
        const on = { ...spare, active: true }
        // Two more exchange their tier and benefit.
        const turned = {
          ...second,
          tierId: first.tierId,
          benefitId: first.benefitId
        }
        const swapped = { ...first, tierId: second.tierId, benefitId: second.benefitId }
        const changesOf = ({ results }: ProgramImportReport) =>
          results.flatMap(({ kind, outcome }) => (outcome === "unchanged" ? [] : [`${outcome} ${kind}`]))
        const two = ["updated entitlement", "updated entitlement"]
        const steps = [
          [[on, off, second], two],
          [[spare, first, second], two],
          [[off, on, second], two],
          [[second, first, spare], two],
          [[turned, swapped, spare], two],
          [[first, second, spare], two]
        ] as const
        for (const [entitlements, expected] of steps) {
          for (const order of [entitlements, entitlements.toReversed()]) {
            const of: ProgramFile = { ...file, entitlements: [...rest, ...order] }
            const report = yield* run(of)
            if (order === entitlements) assert.deepStrictEqual(changesOf(report), expected)
            else assert.deepStrictEqual(changesOf(report), [])
            assert.lengthOf(
              report.results.filter(({ kind }) => kind === "entitlement"),
              of.entitlements.length
            )
          }
        }
        const other = { ...first, entitlementId: "other", active: false }
        const taken = yield* run({ ...file, entitlements: [other, on] })
        assert.deepStrictEqual(refusals(taken), [
          `entitlement ${on.tierId} to ${on.benefitId}: the tier has another active entitlement to the benefit, ${first.entitlementId}`
        ])
      })
    )
  )

  it.effect("keeps rows apart that share a natural key, and settles them once", () =>
    undone(
      Effect.gen(function* () {
        yield* run(file)
        const [pool] = file.pools
        const [group] = file.groups
        const benefit = file.benefits.find(({ scope }) => scope === "global")
        if (pool === undefined || group === undefined || benefit === undefined) return assert.fail("too few rows")
        const repeated: ProgramFile = {
          ...file,
          benefits: [
            { ...benefit, benefitId: "benefit-1", minTierLevel: 1 },
            { ...benefit, benefitId: "benefit-2", minTierLevel: 2 }
          ],
          groups: [
            { ...group, groupId: "group-1", documentId: "group-1", description: "One", benefitIds: ["benefit-1"] },
            { ...group, groupId: "group-2", documentId: "group-2", description: "Two", benefitIds: ["benefit-2"] }
          ],
          entitlements: [],
          pools: [
            { ...pool, poolId: "pool-1", lowStockThreshold: 1 },
            { ...pool, poolId: "pool-2", lowStockThreshold: 2 }
          ]
        }
        const first = yield* run(repeated)
        assert.deepStrictEqual(refusals(first), [])
        const created = first.results.filter(({ outcome }) => outcome === "created").map(({ kind }) => kind)
        assert.includeMembers(created, ["benefit", "group", "pool"])
        assert.deepStrictEqual(outcomes(yield* run(repeated)), ["unchanged"])
        const thresholds = yield* RowStore.use((store) =>
          store.of("offerCodePools").list({ organizationId }, { by: ["id"] })
        )
        assert.deepStrictEqual(
          thresholds
            .flatMap(({ lowStockThreshold, name }) => (name === pool.name ? [lowStockThreshold] : []))
            .toSorted(),
          [1, 2]
        )
      })
    )
  )

  it.effect("keeps every row of a program whose tiers were reordered", () =>
    undone(
      Effect.gen(function* () {
        yield* run(file)
        const rows = yield* RowStore.use((store) => store.of("tiers").list({ organizationId }, { by: ["level"] }))
        const [lowest, ...others] = rows
        const highest = others.at(-1)
        if (lowest === undefined || highest === undefined) return assert.fail("too few tiers")
        yield* RowStore.use((store) =>
          Effect.all([
            store.of("tiers").change({ organizationId, id: lowest.id }, { level: 100 }),
            store.of("tiers").change({ organizationId, id: highest.id }, { level: lowest.level }),
            store.of("tiers").change({ organizationId, id: lowest.id }, { level: highest.level })
          ])
        )
        const reordered = yield* readProgramFile(yield* exportProgram(A))
        assert.isTrue((reordered.tiers[0]?.qualifyingPoints ?? 0) > (reordered.tiers.at(-1)?.qualifyingPoints ?? 0))
        const tried = yield* run(reordered, { isTrial: true })
        assert.deepStrictEqual(outcomes(tried), ["unchanged"])
      })
    )
  )

  it.effect("replaces venues and members of groups by those of the file, and reports what is added and removed", () =>
    undone(
      Effect.gen(function* () {
        const [joined, gone, ...venues] = file.venueIds
        const benefit = file.benefits.find(({ scope, venueIds }) => scope === "property" && venueIds.length > 1)
        const group = file.groups.find(({ benefitIds }) => benefitIds.length > 1)
        if (joined === undefined || gone === undefined || benefit === undefined || group === undefined)
          return assert.fail("too few venues, benefits or groups")
        yield* run({ ...file, venueIds: [joined, gone] })
        const changed: ProgramFile = {
          ...file,
          venueIds: [joined, ...venues],
          benefits: file.benefits.map((one) => (one === benefit ? { ...one, venueIds: one.venueIds.slice(1) } : one)),
          groups: file.groups.map((one) => (one === group ? { ...one, benefitIds: one.benefitIds.slice(1) } : one))
        }
        const later = DateTime.add(now, { days: 1 })
        const report = yield* atTime(later)(importProgramFile(organizationId, changed))
        assert.deepStrictEqual(
          report.results.filter(({ outcome }) => outcome !== "unchanged"),
          [
            {
              kind: "program venue",
              key: file.program.name,
              outcome: "updated",
              added: venues,
              removed: [gone]
            },
            {
              kind: "benefit venue",
              key: benefit.name,
              outcome: "updated",
              added: [],
              removed: benefit.venueIds.slice(0, 1)
            },
            {
              kind: "group membership",
              key: group.name,
              outcome: "updated",
              added: [],
              removed: group.benefitIds.slice(0, 1)
            }
          ]
        )
        const times = yield* RowStore.use((store) =>
          store.of("programVenues").list({ organizationId }, { by: ["joinedAt"] })
        )
        assert.deepStrictEqual(
          times.map(({ joinedAt }) => joinedAt),
          [now, ...venues.map(() => later)]
        )
      })
    )
  )

  it.effect("keeps a group as it is when one of its benefits is archived", () =>
    undone(
      Effect.gen(function* () {
        yield* run(file)
        const entitled = new Set(file.entitlements.map(({ benefitId }) => benefitId))
        const group = file.groups.find(
          ({ benefitIds }) => benefitIds.some((id) => entitled.has(id)) && benefitIds.length > 1
        )
        const member = group?.benefitIds.at(-1)
        if (member === undefined) return assert.fail("too few members")
        yield* RowStore.use((store) =>
          Effect.all([
            store.of("entitlements").remove({ organizationId }),
            store.of("benefits").update({ organizationId, xid: BenefitXid.make(member) }, { archivedAt: now })
          ])
        )
        const kept = file.entitlements.filter(({ benefitId }) => benefitId !== member)
        const without: ProgramFile = {
          ...file,
          benefits: file.benefits.filter(({ benefitId }) => benefitId !== member),
          groups: file.groups.map((one) => ({ ...one, benefitIds: one.benefitIds.filter((id) => id !== member) })),
          entitlements: kept
        }
        yield* run(without)
        const content = yield* readProgramFile(yield* exportProgram(A))
        assert.deepStrictEqual(outcomes(yield* run(content, { isTrial: true })), ["unchanged"])
        const items = yield* RowStore.use((store) =>
          store.of("benefitGroupItems").list({ organizationId }, { by: ["groupId", "position"] })
        )
        assert.lengthOf(items, file.groups.flatMap(({ benefitIds }) => benefitIds).length, "the import removed none")
      })
    )
  )

  it.effect("refuses a pool of an offer whose claims take no external codes", () =>
    undone(
      Effect.gen(function* () {
        const [pool] = file.pools
        const offer = sandbox.offers.find(
          (one) => one.organizationId === organizationId && one.redemptionType === "direct"
        )
        if (pool === undefined || offer === undefined) return assert.fail("too few pools or offers")
        const report = yield* run({ ...file, pools: [{ ...pool, offerId: offer.xid }] })
        assert.deepStrictEqual(refusals(report), [
          `pool ${pool.name}: claims of the offer ${offer.xid} take no external codes`
        ])
      })
    )
  )

  it.effect("rejects invalid files, reports all problems, and imports nothing", () =>
    undone(
      Effect.gen(function* () {
        yield* run(file)
        const before = yield* exportProgram(A)
        const [rules] = file.earningRules
        const [pool, archived] = file.pools
        const benefit = file.benefits.find(({ scope }) => scope === "property")
        const gone = file.benefits.find(({ benefitId }) => benefitId !== benefit?.benefitId)
        if (rules === undefined || pool === undefined || archived === undefined)
          return assert.fail("too few rules or pools")
        if (benefit === undefined || gone === undefined) return assert.fail("too few benefits")
        yield* RowStore.use((store) =>
          Effect.all([
            store.of("benefits").update({ organizationId, xid: BenefitXid.make(gone.benefitId) }, { archivedAt: now }),
            store.of("offerCodePools").update({ organizationId, xid: archived.poolId }, { status: "archived" })
          ])
        )
        const report = yield* run({
          ...file,
          program: { ...file.program, status: "draft", description: "Changed" },
          earningRules: [...file.earningRules, { ...rules, effectiveFrom: "2026-05-09" }],
          benefits: file.benefits.map((one) => (one === benefit ? { ...one, venueIds: ["nowhere"] } : one)),
          pools: [{ ...pool, offerId: OfferXid.make("no-offer") }, archived]
        })
        const refused = refusals(report)
        for (const expected of [
          `program ${file.program.name}: it is active, and cannot become draft`,
          "earning rules from 2026-05-09: rules for past days cannot change",
          `benefit venue ${benefit.name}: the organization has no venue nowhere`,
          `benefit ${gone.name}: it is archived`,
          `pool ${pool.name}: the organization has no offer no-offer`,
          `pool ${archived.name}: it is archived`
        ]) {
          assert.include(refused, expected)
        }
        yield* RowStore.use((store) =>
          Effect.all([
            store.of("benefits").update({ organizationId, xid: BenefitXid.make(gone.benefitId) }, { archivedAt: null }),
            store.of("offerCodePools").update({ organizationId, xid: archived.poolId }, { status: archived.status })
          ])
        )
        assert.deepStrictEqual(yield* exportProgram(A), before)

        const ahead = yield* run({
          ...file,
          earningRules: [...file.earningRules, { ...rules, effectiveFrom: "2026-05-10" }]
        })
        assert.deepStrictEqual(outcomes(ahead), ["created", "unchanged"])
      })
    )
  )

  it.effect("fails for an id of another organization, and for a missing program", () =>
    undone(
      Effect.gen(function* () {
        yield* run(file)
        const elsewhere = {
          ...file,
          entitlements: [],
          pools: [],
          groups: [],
          benefits: [],
          tiers: [],
          earningRules: []
        }
        const failure = yield* Effect.flip(importProgramFile(organizationIds.B, elsewhere))
        assert.strictEqual(
          failure.message,
          "The file cannot be used:\n  program.id: is already taken, possibly by another organization"
        )
        const missing = yield* Effect.flip(exportProgram("none"))
        assert.strictEqual(missing.message, "There is no program none")
      })
    )
  )
})
