import { Effect } from "effect"
import { PartnerCaller } from "./PartnerCaller.ts"
import { requireAllVenues } from "./requireAllVenues.ts"
import { requireOrganization } from "./requireOrganization.ts"

/** The organization whose configuration the caller may write; requires all venues. */
export const writingOrganization = Effect.gen(function* () {
  const { reach } = yield* PartnerCaller
  const organization = yield* requireOrganization
  yield* requireAllVenues(reach)
  return organization
})
