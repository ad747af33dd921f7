import { getScope } from "../../domain/access/getScope.ts"
import { handlersOf } from "../surface/handlers.ts"
import { PartnerApi } from "./PartnerApi.ts"

export const ScopeHandlers = handlersOf(
  PartnerApi,
  "scope"
)({
  getScope: () => getScope()
})
