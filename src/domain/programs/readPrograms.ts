import { DateTime, Effect, Option } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { NotFound } from "../shared/NotFound.ts"
import { toEarningRulesView } from "./EarningRulesView.ts"
import type { Program } from "./Program.ts"
import { ProgramViews } from "./ProgramViews.ts"

/** A page of the organization's programs, by name then id. */
export const listPrograms = Effect.fnUntraced(function* (query: {
  readonly status?: ReadonlyArray<Program["status"]> | undefined
  readonly q?: string | undefined
  readonly limit: number
  readonly offset: number
}) {
  const { limit, offset, q, status } = query
  const { reach } = yield* PartnerCaller
  const page = yield* ProgramViews.use(({ list }) => list({ reach, statuses: status, q, limit, offset }))
  return { items: page.items, total: page.total, limit, offset }
})

const tiersOf = Effect.fnUntraced(function* (programId: string) {
  const { reach } = yield* PartnerCaller
  const now = yield* DateTime.now
  return yield* ProgramViews.use((views) => views.listTiers({ reach, programId, now }))
})

/** The current state of one program, without tiers. */
export const getProgramView = Effect.fnUntraced(function* (programId: string) {
  const { reach } = yield* PartnerCaller
  return yield* ProgramViews.use(({ get }) => get({ reach, programId }))
})

/** One program with its tiers. */
export const getProgram = Effect.fnUntraced(function* (programId: string) {
  return { ...(yield* getProgramView(programId)), tiers: yield* tiersOf(programId) }
})

/** The participating venues of a program within reach, by name then id. */
export const listProgramVenues = Effect.fnUntraced(function* (programId: string) {
  const { reach } = yield* PartnerCaller
  yield* getProgramView(programId)
  return { items: yield* ProgramViews.use(({ listVenues }) => listVenues({ reach, programId })) }
})

/** The tiers of a program, lowest first. */
export const listTiers = Effect.fnUntraced(function* (programId: string) {
  yield* getProgramView(programId)
  return { items: yield* tiersOf(programId) }
})

/** One tier of a program. */
export const getTier = Effect.fnUntraced(function* (programId: string, tierId: string) {
  const tier = (yield* tiersOf(programId)).find((each) => each.tierId === tierId)
  return tier ?? (yield* new NotFound({}))
})

/** The rules for stays that check in today (UTC): version 0, without rules, if there are none. */
export const getEarningRules = Effect.fnUntraced(function* (programId: string) {
  const { reach } = yield* PartnerCaller
  const day = DateTime.formatIsoDateUtc(yield* DateTime.now)
  yield* getProgramView(programId)
  const stored = yield* ProgramViews.use(({ findRules }) => findRules({ reach, programId, day }))
  return toEarningRulesView(Option.getOrElse(stored, () => ({ version: 0, effectiveFrom: null, rules: [] })))
})
