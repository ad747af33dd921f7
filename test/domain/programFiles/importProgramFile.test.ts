import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { organizationIds } from "../../../src/demo/demoOrganizations.ts"
import { BenefitXid } from "../../../src/domain/benefits/Benefit.ts"
import { RowStore } from "../../../src/domain/dataset/RowStore.ts"
import { AuditLog } from "../../../src/domain/audit/AuditLog.ts"
import { OfferXid } from "../../../src/domain/offers/Offer.ts"
import { exportProgram } from "../../../src/domain/programFiles/exportProgram.ts"
import { importProgramFile } from "../../../src/domain/programFiles/importProgramFile.ts"
import type { ProgramFile } from "../../../src/domain/programFiles/ProgramFile.ts"
import { readProgramFile } from "../../../src/domain/programFiles/readProgramFile.ts"
import { twins } from "../../support/twins.ts"
import {
  A,
  exported,
  file,
  now,
  organizationId,
  outcomes,
  production,
  refusals,
  run,
  sandbox,
  twin,
  undone
} from "../../support/datasets/programImports.ts"

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

  it.effect("refuses a pool of an offer whose claims take no external codes", () =>
    undone(
      Effect.gen(function* () {
        const [pool] = file.pools
        const offer = sandbox.offers.find(
          (one) => one.organizationId === organizationId && one.redemptionType === "direct"
        )
        if (pool === undefined || offer === undefined) return assert.fail("too few pools or offers")
        const refused = [`pool ${pool.name}: claims of the offer ${offer.xid} take no external codes`]
        const moved = { ...file, pools: [{ ...pool, offerId: offer.xid }] }
        assert.deepStrictEqual(refusals(yield* run(moved)), refused)
      })
    )
  )

  it.effect("refuses a pool of another offer, whose claims would get its codes", () =>
    undone(
      Effect.gen(function* () {
        yield* run(file)
        const [pool] = file.pools
        const others = sandbox.offers.filter(
          (one) => one.organizationId === organizationId && one.xid !== pool?.offerId
        )
        if (pool === undefined) return assert.fail("no pool")
        assert.includeMembers(
          others.map(({ redemptionType }) => redemptionType),
          ["direct", "externalCode"]
        )
        for (const { xid } of others) {
          const report = yield* run({ ...file, pools: [{ ...pool, offerId: xid, lowStockThreshold: 77 }] })
          assert.deepStrictEqual(refusals(report), [`pool ${pool.name}: it belongs to another offer`])
        }
        assert.deepStrictEqual(outcomes(yield* run(file)), ["unchanged"])
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

  it.effect("exports what is stored, even if an import would refuse it", () =>
    undone(
      Effect.gen(function* () {
        yield* run(file)
        yield* RowStore.use((store) =>
          store.of("tiers").update({ organizationId, level: 1 }, { name: "n".repeat(101) })
        )
        const content = yield* exportProgram(A)
        const { message } = yield* Effect.flip(readProgramFile(content))
        assert.match(message, /^ {2}tiers\[0\]\.name: /m)
      })
    )
  )

  it.effect("names the path of an id that another organization has", () =>
    undone(
      Effect.gen(function* () {
        const [group] = file.groups
        if (group === undefined) return assert.fail("no group")
        const [owner, createdAt, updatedAt] = [{ organizationId: organizationIds.B }, now, now]
        const { enabled, stayRequired } = group
        const row = { ...owner, name: "Other", description: null, enabled, stayRequired, createdAt, updatedAt }
        yield* RowStore.use((store) =>
          store.of("benefitGroups").insertNumbered({ ...row, xid: "other", documentId: group.documentId })
        )
        const failure = yield* Effect.flip(run(file))
        assert.match(failure.message, /^ {2}groups\[0\]\.documentId: is already taken/m)
        yield* RowStore.use((store) => store.of("benefitGroups").remove(owner))
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
          "The file cannot be used:\n  program.programId: is already taken, possibly by another organization"
        )
        const missing = yield* Effect.flip(exportProgram("none"))
        assert.strictEqual(missing.message, "There is no program none")
      })
    )
  )
})
