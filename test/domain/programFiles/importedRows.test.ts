import { assert } from "@effect/vitest"
import { BigDecimal, DateTime, Effect } from "effect"
import { BenefitXid } from "../../../src/domain/benefits/Benefit.ts"
import { RowStore } from "../../../src/domain/dataset/RowStore.ts"
import { exportProgram } from "../../../src/domain/programFiles/exportProgram.ts"
import { importProgramFile } from "../../../src/domain/programFiles/importProgramFile.ts"
import type { ProgramFile } from "../../../src/domain/programFiles/ProgramFile.ts"
import type { ProgramImportReport } from "../../../src/domain/programFiles/ProgramImportReport.ts"
import { readProgramFile } from "../../../src/domain/programFiles/readProgramFile.ts"
import { atTime } from "../../support/atTime.ts"
import { twins } from "../../support/twins.ts"
import {
  A,
  file,
  now,
  organizationId,
  outcomes,
  production,
  refusals,
  run,
  twin,
  undone
} from "../../support/datasets/programImports.ts"

twins("rows of an imported program", twin, production, (it) => {
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
        const touched = yield* RowStore.use((store) =>
          Effect.all([
            store.of("benefits").list({ organizationId }, { by: ["id"] }),
            store.of("benefitGroups").list({ organizationId }, { by: ["id"] })
          ])
        )
        assert.deepStrictEqual(
          touched.map((rows) => rows.flatMap((row) => (DateTime.Equivalence(row.updatedAt, now) ? [] : [row]))),
          touched.map((rows) =>
            rows.flatMap((row) =>
              row.name === benefit.name || row.name === group.name ? [{ ...row, updatedAt: later }] : []
            )
          )
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
})
