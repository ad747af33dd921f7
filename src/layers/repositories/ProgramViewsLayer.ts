import { type DateTime, Effect, Layer, Option, Order, TxHashMap } from "effect"
import { reachesOrganization, reachesVenue } from "../../domain/access/Reach.ts"
import { currentTier } from "../../domain/programs/currentTier.ts"
import type { Program } from "../../domain/programs/Program.ts"
import type { ProgramView } from "../../domain/programs/ProgramView.ts"
import { type ProgramLocator, ProgramViews } from "../../domain/programs/ProgramViews.ts"
import { settingsOf } from "../../domain/programs/TierView.ts"
import { containsText } from "../../domain/shared/foldText.ts"
import { NotFound } from "../../domain/shared/NotFound.ts"
import { makeProgramViewsSql } from "../../sql/repositories/ProgramViewsSql.ts"
import { binaryOrder } from "../memory/binaryOrder.ts"
import { Memory } from "../memory/Memory.ts"
import { lookUp } from "./lookUp.ts"
import { byNameThenXid } from "./byNameThenXid.ts"

export const layerSql = Layer.effect(ProgramViews, makeProgramViewsSql)

const venueByNameThenId = Order.combine(
  Order.mapInput(binaryOrder, (venue: { readonly id: string; readonly name: string }) => venue.name),
  Order.mapInput(binaryOrder, (venue) => venue.id)
)

export const layerMemory = Layer.effect(
  ProgramViews,
  Effect.gen(function* () {
    const memory = yield* Memory

    const visible = Effect.fnUntraced(function* (reach: ProgramLocator["reach"]) {
      const programs = yield* TxHashMap.values(memory.programs)
      return programs.filter(({ organizationId }) => reachesOrganization(reach, organizationId))
    })

    const find = Effect.fnUntraced(function* ({ programId, reach }: ProgramLocator) {
      return (yield* visible(reach)).find(({ xid }) => xid === programId)
    })

    const tiersOf = Effect.fnUntraced(function* (program: Program) {
      return (yield* TxHashMap.values(memory.tiers)).filter(({ programId }) => programId === program.id)
    })

    const venuesOf = Effect.fnUntraced(function* (program: Program, reach: ProgramLocator["reach"]) {
      return (yield* TxHashMap.values(memory.programVenues)).filter(
        ({ organizationId, programId, propertyId }) =>
          programId === program.id && reachesVenue(reach, organizationId, propertyId)
      )
    })

    const show = Effect.fnUntraced(function* (program: Program, reach: ProgramLocator["reach"]) {
      const { id: _, organizationId: __, xid, ...fields } = program
      return {
        ...fields,
        programId: xid,
        earnBasis: "spend",
        venueCount: (yield* venuesOf(program, reach)).length,
        tierCount: (yield* tiersOf(program)).length
      } satisfies ProgramView
    })

    /** The tiers that the active enrolments of a program hold at `now`, by internal id. */
    const heldTierIds = Effect.fnUntraced(function* (program: Program, now: DateTime.Utc) {
      const tiers = yield* tiersOf(program)
      return (yield* TxHashMap.values(memory.enrolments))
        .filter(({ programId, status }) => programId === program.id && status === "active")
        .map((enrolment) => currentTier(enrolment, tiers, now)?.tier.id)
    })

    return ProgramViews.of({
      list: Effect.fnUntraced(function* ({ limit, offset, q, reach, statuses }) {
        const found = (yield* visible(reach)).filter(
          ({ name, status }) =>
            (statuses === undefined || statuses.includes(status)) && (q === undefined || containsText(name, q))
        )
        const page = found.toSorted(byNameThenXid).slice(offset, offset + limit)
        return { items: yield* Effect.forEach(page, (program) => show(program, reach)), total: found.length }
      }, Effect.tx),
      get: Effect.fnUntraced(function* (locator) {
        const program = yield* find(locator)
        return program === undefined ? yield* new NotFound({}) : yield* show(program, locator.reach)
      }, Effect.tx),
      listTiers: Effect.fnUntraced(function* ({ now, ...locator }) {
        const program = yield* find(locator)
        if (program === undefined) return []
        const held = yield* heldTierIds(program, now)
        return (yield* tiersOf(program))
          .toSorted((a, b) => a.level - b.level)
          .map((tier) => ({
            tierId: tier.xid,
            level: tier.level,
            ...settingsOf(tier),
            memberCount: held.filter((id) => id === tier.id).length,
            updatedAt: tier.updatedAt
          }))
      }, Effect.tx),
      listVenues: Effect.fnUntraced(function* (locator) {
        const program = yield* find(locator)
        if (program === undefined) return []
        const properties = yield* TxHashMap.snapshot(memory.properties)
        const venues = (yield* venuesOf(program, locator.reach)).flatMap(({ joinedAt, propertyId }) => {
          const venue = lookUp(properties, propertyId, ({ documentId, name }) => ({ id: documentId, name, joinedAt }))
          return venue === null ? [] : [venue]
        })
        return venues.toSorted(venueByNameThenId)
      }, Effect.tx),
      findRules: Effect.fnUntraced(function* ({ day, ...locator }) {
        const program = yield* find(locator)
        const versions = (yield* TxHashMap.values(memory.earningRules))
          .filter(({ effectiveFrom, programId }) => programId === program?.id && effectiveFrom <= day)
          .toSorted((a, b) => b.version - a.version)
        return Option.map(Option.fromUndefinedOr(versions[0]), ({ effectiveFrom, rules, version }) => ({
          version,
          effectiveFrom,
          rules
        }))
      }, Effect.tx)
    })
  })
)
