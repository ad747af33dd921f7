import { Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { requireAllVenues } from "../access/requireAllVenues.ts"
import { CustomDomains } from "./CustomDomains.ts"

/** Locks a domain within reach, for a caller with all venues (DOMAIN 1.7). Runs in the caller's transaction. */
export const lockDomain = Effect.fnUntraced(function* (customDomainId: string) {
  const { reach } = yield* PartnerCaller
  const domain = yield* CustomDomains.use(({ getForUpdate }) => getForUpdate({ reach, customDomainId }))
  yield* requireAllVenues(reach)
  return domain
})
