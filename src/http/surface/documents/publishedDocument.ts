import { type HttpApi, type HttpApiGroup, OpenApi } from "effect/http-api"
import { sharedParts } from "./sharedParts.ts"

/** Generic contact and license: the actual ones are up to the deployment. */
const publisher = {
  contact: { name: "The operator of this service" },
  license: { name: "Proprietary" }
}

/**
 * The published OpenAPI document of an API (GEN-008). Its server URL is relative to the document, or absolute under
 * `publicUrl` for a document that is distributed outside the service.
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
