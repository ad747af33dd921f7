import { HttpApiBuilder } from "effect/http-api"
import { getScope } from "../../domain/venues/getScope.ts"
import { PartnerApi } from "./PartnerApi.ts"

export const ScopeHandlers = HttpApiBuilder.group(PartnerApi, "scope", (handlers) =>
  handlers.handleAll({
    getScope: () => getScope()
  })
)
