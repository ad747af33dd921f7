import { changeEntitlement } from "../../domain/benefits/changeEntitlement.ts"
import { createEntitlement } from "../../domain/benefits/createEntitlement.ts"
import { listEntitlements } from "../../domain/benefits/readEntitlements.ts"
import { withdrawEntitlement } from "../../domain/benefits/withdrawEntitlement.ts"
import { handlersOf } from "../surface/handlers.ts"
import { PartnerApi } from "./PartnerApi.ts"

export const EntitlementsHandlers = handlersOf(
  PartnerApi,
  "entitlements"
)({
  listEntitlements: ({ query }) => listEntitlements(query),
  createEntitlement: ({ payload }) => createEntitlement(payload),
  changeEntitlement: ({ params, payload }) => changeEntitlement(params.entitlementId, payload),
  withdrawEntitlement: ({ params }) => withdrawEntitlement(params.entitlementId)
})
