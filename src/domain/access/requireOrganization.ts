import { Effect } from "effect"
import { PartnerCaller } from "./PartnerCaller.ts"
import { OrganizationMissing } from "./PartnerCredentialErrors.ts"

/** The organization to write to: a read may span organizations, a write may not. */
export const requireOrganization = Effect.gen(function* () {
  const { organization } = yield* PartnerCaller
  return organization ?? (yield* new OrganizationMissing({ reason: "organization_required" }))
})
