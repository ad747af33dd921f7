import { Effect, Option } from "effect"
import { audit } from "../audit/audit.ts"
import { endTiersOf } from "../members/endTiersOf.ts"
import { ResourceInUse, StateConflict } from "../shared/ResourceConflicts.ts"
import { lockProgramOfTier, saveProgram } from "./lockProgram.ts"
import { Programs } from "./Programs.ts"
import { settingsOf } from "./TierView.ts"

/** Removes a tier that nothing refers to; the last tier of an active program cannot be removed (DOMAIN 8.3). */
export const removeTier = Effect.fnUntraced(function* (programId: string, tierId: string) {
  const { program } = yield* lockProgramOfTier(programId, tierId)
  const programs = yield* Programs
  const { organizationId } = program
  // Members whose period has ended hold another tier than the stored one until the job has stored it: end those periods
  // first, so that the tier's members are those that members and `memberCount` see.
  yield* endTiersOf(program)
  const tier = yield* programs.getTierForUpdate({ organizationId, programId: program.id, tierXid: tierId })
  const use = yield* programs.findTierUse(tier)
  if (Option.isSome(use)) return yield* new ResourceInUse({ usedBy: use.value })
  const tiers = yield* programs.listTiers({ organizationId, programId: program.id })
  if (program.status === "active" && tiers.length === 1) {
    return yield* new StateConflict({ currentStatus: program.status, reason: "tier_required" })
  }
  yield* programs.removeTier(tier)
  yield* saveProgram(program)
  yield* audit({
    organizationId,
    action: "tier.removed",
    subject: `tier:${tierId}`,
    before: { programId, level: tier.level, ...settingsOf(tier) },
    after: null
  })
})
