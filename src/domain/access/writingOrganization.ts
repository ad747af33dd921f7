import { Effect } from "effect"
import { PartnerCaller } from "./PartnerCaller.ts"
import { OrganizationMissing } from "./PartnerCredentialErrors.ts"
import { requireAllVenues } from "./requireAllVenues.ts"

/** The organization whose configuration a caller with all venues writes; a read may span organizations, a write may not. */
export const writingOrganization = Effect.gen(function* () {
  const { organization, reach } = yield* PartnerCaller
  if (organization === null) return yield* new OrganizationMissing({ reason: "organization_required" })
  yield* requireAllVenues(reach)
  return organization
})
