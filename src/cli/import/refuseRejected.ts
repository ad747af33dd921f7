import { Effect } from "effect"
import { Refused } from "../Refused.ts"

/** Fails if lines of an import were rejected, so that the command ends with exit code 1. */
export const refuseRejected = (rejected: number): Effect.Effect<void, Refused> =>
  rejected === 0
    ? Effect.void
    : Effect.fail(new Refused({ message: `${rejected} ${rejected === 1 ? "line was" : "lines were"} rejected.` }))
