import { Effect } from "effect"
import { reachesOrganization } from "../access/Reach.ts"
import type { Operator } from "../operators/Operator.ts"
import { NotFound } from "../shared/NotFound.ts"
import type { LockedTeammate, TeammateLock } from "./Teammates.ts"

/** Picks the teammate and the caller from the locked operators. */
export const lockedTeammate = (
  operators: ReadonlyArray<Operator>,
  { callerSubject, reach, teammateId }: TeammateLock
): Effect.Effect<LockedTeammate, NotFound> => {
  const bySubject = (subject: string | null) => operators.find(({ identitySubject }) => identitySubject === subject)
  const operator = bySubject(teammateId)
  const organizationId = operator?.organizationId ?? null
  if (operator?.status !== "active" || organizationId === null || !reachesOrganization(reach, organizationId)) {
    return Effect.fail(new NotFound({}))
  }
  return Effect.succeed({ operator: { ...operator, organizationId }, caller: bySubject(callerSubject) ?? null })
}
