import { Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { requireAllVenues } from "../access/requireAllVenues.ts"
import { Entitlements } from "./Entitlements.ts"

/** Locks an entitlement for a change by a caller with all venues; `view` is its current state (DOMAIN 1.7). */
export const lockEntitlement = Effect.fnUntraced(function* (entitlementId: string) {
  const { reach } = yield* PartnerCaller
  const entitlements = yield* Entitlements
  const row = yield* entitlements.getForUpdate({ reach, entitlementId })
  yield* requireAllVenues(reach)
  return { reach, row, view: yield* entitlements.get({ reach, entitlementId }) }
})
