import { HttpApiGroup, OpenApi } from "effect/http-api"
import { PartnerScopeView } from "../../domain/access/getScope.ts"
import { read } from "./verbs.ts"

export class ScopeGroup extends HttpApiGroup.make("scope")
  .add(
    read.get("getScope", "/scope", {
      scopes: "any",
      success: PartnerScopeView,
      summary: "Get the reach of the credential",
      description:
        "The organization, the venues within reach by name, and the scopes held. Requires no scope: call it first."
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Scope discovery", description: "What a credential gives access to" })) {}
