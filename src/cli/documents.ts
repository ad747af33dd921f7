import { OpenApi } from "effect/http-api"
import { HubApi } from "../http/hub/HubApi.ts"
import { PartnerApi } from "../http/partner/PartnerApi.ts"
import { MemberAndPublicApi } from "./memberAndPublicApi.ts"

/** The published OpenAPI documents: base path, and the document itself. */
export const documents = {
  hub: { base: "/api/external/v1", specification: () => OpenApi.fromApi(HubApi) },
  partner: { base: "/v1/partner", specification: () => OpenApi.fromApi(PartnerApi) },
  public: { base: "/v1/public", specification: () => OpenApi.fromApi(MemberAndPublicApi) }
} as const
