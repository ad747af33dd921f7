import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { PartnerScopeView } from "../../domain/venues/getScope.ts"
import { organizationOptional } from "./organizationFor.ts"
import { PartnerAccess } from "./PartnerAccess.ts"

export class ScopeGroup extends HttpApiGroup.make("scope")
  .add(
    HttpApiEndpoint.get("getScope", "/scope", { success: PartnerScopeView })
      .annotateMerge(organizationOptional)
      .annotateMerge(
        OpenApi.annotations({
          identifier: "getScope",
          summary: "What the credential opens",
          description:
            "The organization, the venues within reach by name, and the scopes held. Needs no scope of its own: call " +
            "it first."
        })
      )
  )
  .middleware(PartnerAccess)
  .annotateMerge(OpenApi.annotations({ title: "Scope discovery", description: "What a credential opens" })) {}
