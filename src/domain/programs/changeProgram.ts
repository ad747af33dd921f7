import { Effect } from "effect"
import { audit } from "../audit/audit.ts"
import { changedFields } from "../shared/changedFields.ts"
import { StaleVersion } from "../shared/ResourceConflicts.ts"
import { getProgramView } from "./readPrograms.ts"
import { lockWholeProgram, saveProgram } from "./lockProgram.ts"
import { type ProgramChange, programSettingsOf } from "./ProgramSettings.ts"

/** Changes settings of a program in any status, if its version is as expected; no effect if nothing differs. */
export const changeProgram = Effect.fnUntraced(function* (
  programId: string,
  change: ProgramChange,
  isExpected: (version: number) => boolean
) {
  const program = yield* lockWholeProgram(programId)
  if (!isExpected(program.version)) return yield* new StaleVersion({ currentVersion: program.version })
  const changed = changedFields(programSettingsOf(program), change)
  if (changed !== undefined) {
    yield* saveProgram(program, changed.after)
    yield* audit({
      organizationId: program.organizationId,
      action: "program.changed",
      subject: `program:${programId}`,
      ...changed
    })
  }
  return yield* getProgramView(programId)
})
