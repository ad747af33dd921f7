import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import * as fc from "fast-check"
import { changeProgram } from "../../../src/domain/programs/changeProgram.ts"
import { changeTier } from "../../../src/domain/programs/changeTier.ts"
import { createProgram } from "../../../src/domain/programs/createProgram.ts"
import { createTier } from "../../../src/domain/programs/createTier.ts"
import { getEarningRules, getProgram } from "../../../src/domain/programs/readPrograms.ts"
import { activateProgram } from "../../../src/domain/programs/activateProgram.ts"
import { archiveProgram } from "../../../src/domain/programs/archiveProgram.ts"
import { removeTier } from "../../../src/domain/programs/removeTier.ts"
import { reorderTiers } from "../../../src/domain/programs/reorderTiers.ts"
import { replaceEarningRules } from "../../../src/domain/programs/replaceEarningRules.ts"
import { replaceProgramVenues } from "../../../src/domain/programs/replaceProgramVenues.ts"
import { inTransaction } from "../servers/inTransaction.ts"
import { each } from "../http/service.ts"
import { type Act, type Answer, asPartner, command, narrow, place } from "./commands.ts"
import { type Model, type ModelProgram, pick } from "./Model.ts"

const programAt = ({ programs }: Model, program: number) => pick(programs, program)

const readProgram =
  ({ home }: Model, programId: string): Act =>
  (id) =>
    asPartner(home)(getProgram(id(programId)))

/** A program has its tiers, lowest first, and no level twice. */
export const judgeProgram = (program: ModelProgram, read: Answer) => {
  const tiers = [...program.tiers].toSorted(([, a], [, b]) => a.level - b.level)
  const found = each(read.at(""), "tiers")
  const views = found.map((tier) => ["tierId", "level", "multiplier"].flatMap((field) => each([tier], "", field)))
  assert.deepStrictEqual<unknown>(
    [read.at("status"), read.at("tierCount"), views],
    [program.status, tiers.length, tiers.map(([id, { level, multiplier }]) => [id, level, multiplier / 100])]
  )
}

const multiplier = fc.integer({ min: 80, max: 300 })
const level = fc.integer({ min: 1, max: 6 })

export const programCommands = [
  command("createProgram", fc.record({ name: fc.constantFrom("Sea", "Sun") }), (request, model) => ({
    act: () => asPartner(model.home)(inTransaction(createProgram(request))),
    judge: (answer) => {
      assert.isNull(answer.failure)
      model.programs.set(String(answer.at("programId")), { status: "draft", tiers: new Map(), rules: [] })
    }
  })),
  command(
    "changeProgram",
    fc.record({ program: place, pointsExpiryMonths: fc.integer({ min: 1, max: 3 }), isStale: narrow }),
    ({ isStale, pointsExpiryMonths, program }, model) => {
      const [programId] = programAt(model, program) ?? []
      if (programId === undefined) return undefined
      return {
        act: (id) =>
          asPartner(model.home)(inTransaction(changeProgram(id(programId), { pointsExpiryMonths }, () => !isStale))),
        judge: ({ failure }) => assert.strictEqual(failure, isStale ? "StaleVersion" : null)
      }
    }
  ),
  command("moveProgram", fc.record({ program: place, opens: fc.boolean() }), ({ opens, program: nth }, model) => {
    const [programId, program] = programAt(model, nth) ?? []
    if (programId === undefined || program === undefined) return undefined
    const fits = opens ? program.status !== "active" && program.tiers.size > 0 : program.status === "active"
    return {
      act: (id) =>
        asPartner(model.home)(
          inTransaction(
            Effect.suspend(() =>
              opens
                ? Effect.asVoid(activateProgram(id(programId)))
                : Effect.asVoid(archiveProgram(id(programId), "Over"))
            )
          )
        ),
      reads: [readProgram(model, programId)],
      judge: ({ failure }, read) => {
        assert.strictEqual(failure, fits ? null : "StateConflict")
        if (fits) program.status = opens ? "active" : "archived"
        if (read !== undefined) judgeProgram(program, read)
      }
    }
  }),
  command(
    "createTier",
    fc.record({ program: place, level, multiplier, qualifyingPoints: fc.nat({ max: 900 }), isNarrow: narrow }),
    ({ isNarrow, program: nth, ...tier }, model) => {
      const [programId, program] = programAt(model, nth) ?? []
      if (programId === undefined || program === undefined) return undefined
      const isTaken = [...program.tiers.values()].some((other) => other.level === tier.level)
      return {
        act: (id) =>
          asPartner(
            model.home,
            isNarrow
          )(inTransaction(createTier(id(programId), { ...tier, name: "New", multiplier: tier.multiplier / 100 }))),
        reads: [readProgram(model, programId)],
        judge: (answer, read) => {
          const expected = isTaken ? "DuplicateResource" : null
          assert.strictEqual(answer.failure, isNarrow ? "InsufficientReach" : expected)
          if (answer.failure === null) program.tiers.set(String(answer.at("tierId")), { ...tier })
          if (read !== undefined) judgeProgram(program, read)
        }
      }
    }
  ),
  command(
    "changeTier",
    fc.record({ program: place, tier: place, multiplier }),
    ({ multiplier: wanted, program: nth, tier: place }, model) => {
      const [programId, program] = programAt(model, nth) ?? []
      const [tierId, tier] = pick(program?.tiers ?? [], place) ?? []
      if (programId === undefined || program === undefined || tierId === undefined || tier === undefined)
        return undefined
      return {
        act: (id) =>
          asPartner(model.home)(inTransaction(changeTier(id(programId), id(tierId), { multiplier: wanted / 100 }))),
        reads: [readProgram(model, programId)],
        judge: ({ failure }, read) => {
          assert.isNull(failure)
          tier.multiplier = wanted
          if (read !== undefined) judgeProgram(program, read)
        }
      }
    }
  ),
  command("removeTier", fc.record({ program: place, tier: place }), ({ program: nth, tier }, model) => {
    const [programId, program] = programAt(model, nth) ?? []
    const [tierId] = pick(program?.tiers ?? [], tier) ?? []
    if (programId === undefined || program === undefined || tierId === undefined) return undefined
    const isEntitled = [...model.entitlements.values()].some((entitlement) => entitlement.tierId === tierId)
    const isLast = program.status === "active" && program.tiers.size === 1
    return {
      act: (id) => asPartner(model.home)(inTransaction(removeTier(id(programId), id(tierId)))),
      reads: [readProgram(model, programId)],
      judge: ({ failure }, read) => {
        if (isEntitled) assert.strictEqual(failure, "ResourceInUse")
        else if (isLast) assert.isNotNull(failure)
        if (failure === null) program.tiers.delete(tierId)
        if (read !== undefined) judgeProgram(program, read)
      }
    }
  }),
  command(
    "reorderTiers",
    fc.record({ program: place, by: fc.integer({ min: 0, max: 3 }), isShort: narrow }),
    ({ by, isShort, program: nth }, model) => {
      const [programId, program] = programAt(model, nth) ?? []
      if (programId === undefined || program === undefined || program.tiers.size === 0) return undefined
      const ranked = [...program.tiers].toSorted(([, a], [, b]) => a.level - b.level)
      const shift = by % ranked.length
      const order = [...ranked.slice(shift), ...ranked.slice(0, shift)].map(([id]) => id)
      const requested = isShort ? order.slice(1) : order
      return {
        act: (id) => asPartner(model.home)(inTransaction(reorderTiers(id(programId), requested.map(id)))),
        reads: [readProgram(model, programId)],
        judge: ({ failure }, read) => {
          assert.strictEqual(failure, isShort ? "FieldInvalid" : null)
          const levels = ranked.map(([, tier]) => tier.level)
          for (const [rank, id] of isShort ? [] : order.entries()) {
            const tier = program.tiers.get(id)
            if (tier !== undefined) tier.level = levels[rank] ?? tier.level
          }
          if (read !== undefined) judgeProgram(program, read)
        }
      }
    }
  ),
  command(
    "replaceEarningRules",
    fc.record({ program: place, rate: fc.integer({ min: 0, max: 250 }), days: fc.integer({ min: -1, max: 3 }) }),
    ({ days, program: nth, rate }, model) => {
      const [programId, program] = programAt(model, nth) ?? []
      if (programId === undefined || program === undefined) return undefined
      const effectiveFrom = DateTime.formatIsoDateUtc(DateTime.add(model.now, { days }))
      const rules = [{ category: "stay", currency: "EUR", pointsPerUnit: rate / 100 }]
      return {
        act: (id) => asPartner(model.home)(inTransaction(replaceEarningRules(id(programId), { effectiveFrom, rules }))),
        reads: [(id) => asPartner(model.home)(getEarningRules(id(programId)))],
        judge: (answer) => {
          assert.strictEqual(answer.failure, days < 0 ? "FieldInvalid" : null)
          if (days < 0) return
          program.rules.push({ from: effectiveFrom, rate })
          assert.strictEqual(answer.at("version"), program.rules.length)
        }
      }
    }
  ),
  command(
    "replaceProgramVenues",
    fc.record({ program: place, venues: fc.subarray([0, 1]), isNarrow: narrow }),
    ({ isNarrow, program, venues }, model) => {
      const [programId] = programAt(model, program) ?? []
      if (programId === undefined) return undefined
      const documentIds = venues.map((venue) => model.home.venues[venue]?.documentId ?? "")
      return {
        act: (id) => asPartner(model.home, isNarrow)(inTransaction(replaceProgramVenues(id(programId), documentIds))),
        judge: ({ failure }) => assert.strictEqual(failure, isNarrow && venues.includes(1) ? "NotFound" : null)
      }
    }
  )
]
