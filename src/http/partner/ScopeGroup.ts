import { HttpApiGroup, OpenApi } from "effect/http-api"
import { PartnerScopeView } from "../../domain/access/getScope.ts"
import { read } from "./verbs.ts"

export class ScopeGroup extends HttpApiGroup.make("scope")
  .add(
    read.get("getScope", "/scope", {
      scopes: "any",
      success: PartnerScopeView,
      summary: "What the credential opens",
      description:
        "The organization, the venues within reach by name, and the scopes held. Needs no scope of its own: call it first."
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Scope discovery", description: "What a credential opens" })) {}
