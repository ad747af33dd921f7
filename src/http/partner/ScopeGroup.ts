import { HttpApiGroup, OpenApi } from "effect/http-api"
import { PartnerScopeView } from "../../domain/access/getScope.ts"
import { read } from "./verbs.ts"

export class ScopeGroup extends HttpApiGroup.make("scope")
  .add(
    read.get("getScope", "/scope", {
      scopes: "any",
      success: PartnerScopeView,
      summary: "Get the scope of the credential",
      description:
        "Returns the organization, the venues within reach ordered by name, and the granted scopes. Requires no " +
        "scope itself, so call it first."
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Scope discovery", description: "What a credential gives access to" })) {}
