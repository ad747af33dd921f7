import { Effect } from "effect"
import { audit } from "../audit/audit.ts"
import { saveProgram } from "./lockProgram.ts"
import type { Program } from "./Program.ts"
import { getProgramView } from "./readPrograms.ts"

/** Saves the new status of a locked program and audits it; returns the program as partners see it. */
export const changeProgramStatus = Effect.fnUntraced(function* (
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
