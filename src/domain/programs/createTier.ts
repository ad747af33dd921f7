import { BigDecimal, DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { audit } from "../audit/audit.ts"
import { endTiersOf } from "../members/endTiersOf.ts"
import { getTier } from "./readPrograms.ts"
import { lockWholeProgram, saveProgram } from "./lockProgram.ts"
import { Programs } from "./Programs.ts"
import type { TierChange, TierSettings } from "./TierView.ts"

/** A new tier: its level and settings; omitted settings get defaults. */
export interface NewTier extends TierChange {
  readonly name: string
  readonly level: number
  readonly qualifyingPoints: number
  readonly multiplier: number
}

/** Adds a tier to a program in any status, at a level that none of its other tiers has. */
export const createTier = Effect.fnUntraced(function* (programId: string, request: NewTier) {
  const program = yield* lockWholeProgram(programId)
  const { organizationId } = program
  const { level } = request
  const settings: TierSettings = {
    name: request.name,
    qualifyingPoints: request.qualifyingPoints,
    qualifyingNights: request.qualifyingNights ?? null,
    multiplier: request.multiplier,
    validityMonths: request.validityMonths ?? 12,
    color: request.color ?? null
  }
  const xid = yield* SecureRandom.SecureRandom.use((random) => random.uuidV7())
  const updatedAt = yield* DateTime.now
  const multiplier = BigDecimal.fromNumberUnsafe(settings.multiplier)
  yield* endTiersOf(program)
  yield* Programs.use(({ insertTier }) =>
    insertTier({ ...settings, multiplier, xid, organizationId, programId: program.id, level, updatedAt })
  )
  yield* saveProgram(program)
  yield* audit({
    organizationId,
    action: "tier.created",
    subject: `tier:${xid}`,
    before: null,
    after: { programId, level, ...settings }
  })
  return yield* getTier(programId, xid)
})
