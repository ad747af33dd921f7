import { Effect } from "effect"
import { StateConflict } from "../shared/ResourceConflicts.ts"
import { changeProgramStatus } from "./changeProgramStatus.ts"
import { lockWholeProgram } from "./lockProgram.ts"
import { Programs } from "./Programs.ts"

/** Activates a draft or archived program, which must have a tier (DOMAIN 8.3). */
export const activateProgram = Effect.fnUntraced(function* (programId: string) {
  const program = yield* lockWholeProgram(programId)
  const { id, organizationId, status } = program
  if (status === "active") return yield* new StateConflict({ currentStatus: status })
  const tiers = yield* Programs.use(({ listTiers }) => listTiers({ organizationId, programId: id }))
  if (tiers.length === 0) return yield* new StateConflict({ currentStatus: status, reason: "tier_required" })
  return yield* changeProgramStatus(program, "active", {})
})
