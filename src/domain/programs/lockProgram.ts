import { Array, DateTime, Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { requireAllVenues } from "../access/requireAllVenues.ts"
import { orMissing } from "../shared/orMissing.ts"
import type { Program } from "./Program.ts"
import { Programs } from "./Programs.ts"

/** Locks a program visible to the caller, which serialises changes. Runs in the caller's transaction. */
export const lockProgram = Effect.fnUntraced(function* (programId: string) {
  const { reach } = yield* PartnerCaller
  return yield* Programs.use(({ getForUpdate }) => getForUpdate({ reach, programId }))
})

/** As `lockProgram`, for an organization-wide change: requires all venues (DOMAIN 1.7). */
export const lockWholeProgram = Effect.fnUntraced(function* (programId: string) {
  const { reach } = yield* PartnerCaller
  const program = yield* lockProgram(programId)
  yield* requireAllVenues(reach)
  return program
})

/** As `lockWholeProgram`, with one of its tiers, which changes only with its program. */
export const lockProgramOfTier = Effect.fnUntraced(function* (programId: string, tierXid: string) {
  const { reach } = yield* PartnerCaller
  const programs = yield* Programs
  const program = yield* lockProgram(programId)
  const tiers = yield* programs.listTiers({ organizationId: program.organizationId, programId: program.id })
  const tier = yield* orMissing(Array.findFirst(tiers, ({ xid }) => xid === tierXid))
  yield* requireAllVenues(reach)
  return { program, tier }
})

/** Saves a change of a locked program, its tiers or its venues, and advances the version. */
export const saveProgram = Effect.fnUntraced(function* (program: Program, change: Partial<Program> = {}) {
  const now = yield* DateTime.now
  yield* Programs.use(({ update }) => update({ ...program, ...change, version: program.version + 1, updatedAt: now }))
  return now
})
