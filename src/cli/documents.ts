import { OpenApi } from "effect/http-api"
import { HubApi } from "../http/hub/HubApi.ts"
import { MemberAndPublicApi } from "./memberAndPublicApi.ts"

/** The published documents: where each is served, and what it says. */
export const documents = {
  hub: { base: "/api/external/v1", specification: () => OpenApi.fromApi(HubApi) },
  public: { base: "/v1/public", specification: () => OpenApi.fromApi(MemberAndPublicApi) }
} as const
