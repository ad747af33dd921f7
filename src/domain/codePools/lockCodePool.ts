import { Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { requireAllVenues } from "../access/requireAllVenues.ts"
import { CodePools } from "./CodePools.ts"

/** Locks a pool within reach, for a caller with all venues (DOMAIN 1.7). Runs in the caller's transaction. */
export const lockCodePool = Effect.fnUntraced(function* (poolId: string) {
  const { reach } = yield* PartnerCaller
  const pool = yield* CodePools.use(({ getForUpdate }) => getForUpdate({ reach, poolId }))
  yield* requireAllVenues(reach)
  return pool
})
