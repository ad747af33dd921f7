import { type HttpApi, type HttpApiGroup, OpenApi } from "effect/http-api"
import { sharedParts } from "./sharedParts.ts"

/** Who answers for the service and on what terms it may be used: both are the deployment's to say. */
const publisher = {
  contact: { name: "The operator of this service" },
  license: { name: "Proprietary" }
}

/**
 * The OpenAPI document of an API as it is published (GEN-008). Its server is relative to where the document lies, or
 * under `publicUrl` for a document that leaves the service.
 */
export const publishedDocument = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  publicUrl = ""
) => {
  const { info, openapi, servers = [], ...document } = sharedParts(OpenApi.fromApi(api))
  return {
    openapi,
    info: { ...info, ...publisher },
    servers: servers.map((server) => ({ ...server, url: `${publicUrl}${server.url}` })),
    ...document
  }
}
