import { Effect } from "effect"
import { StateConflict } from "../shared/ResourceConflicts.ts"
import { changeProgramStatus } from "./changeProgramStatus.ts"
import { lockWholeProgram } from "./lockProgram.ts"

/** Archives an active program, which ends enrolment; its members keep tiers and points (DOMAIN 8.3). */
export const archiveProgram = Effect.fnUntraced(function* (programId: string, reason: string | undefined) {
  const program = yield* lockWholeProgram(programId)
  if (program.status !== "active") return yield* new StateConflict({ currentStatus: program.status })
  return yield* changeProgramStatus(program, "archived", reason === undefined ? {} : { reason })
})
