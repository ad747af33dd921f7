import { Effect } from "effect"
import { audit } from "../audit/audit.ts"
import { StateConflict } from "../shared/ResourceConflicts.ts"
import { getProgramView } from "./readPrograms.ts"
import { lockWholeProgram, saveProgram } from "./lockProgram.ts"
import type { Program } from "./Program.ts"
import { Programs } from "./Programs.ts"

const changeStatus = Effect.fnUntraced(function* (
  program: Program,
  status: Program["status"],
  note: { reason?: string }
) {
  const { organizationId, xid } = program
  yield* saveProgram(program, { status })
  yield* audit({
    organizationId,
    action: status === "active" ? "program.activated" : "program.archived",
    subject: `program:${xid}`,
    before: { status: program.status },
    after: { status, ...note }
  })
  return yield* getProgramView(xid)
})

/** Activates a draft or archived program, which must have a tier (DOMAIN 8.3). */
export const activateProgram = Effect.fnUntraced(function* (programId: string) {
  const program = yield* lockWholeProgram(programId)
  const { id, organizationId, status } = program
  if (status === "active") return yield* new StateConflict({ currentStatus: status })
  const tiers = yield* Programs.use(({ listTiers }) => listTiers({ organizationId, programId: id }))
  if (tiers.length === 0) return yield* new StateConflict({ currentStatus: status, reason: "tier_required" })
  return yield* changeStatus(program, "active", {})
})

/** Archives an active program, which ends enrolment; its members keep tiers and points (DOMAIN 8.3). */
export const archiveProgram = Effect.fnUntraced(function* (programId: string, reason: string | undefined) {
  const program = yield* lockWholeProgram(programId)
  if (program.status !== "active") return yield* new StateConflict({ currentStatus: program.status })
  return yield* changeStatus(program, "archived", reason === undefined ? {} : { reason })
})
