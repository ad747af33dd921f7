import { Context } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { isWrite } from "../surface/Verb.ts"

const OrganizationOptional = Context.Reference<boolean>("hub/http/partner/OrganizationOptional", {
  defaultValue: () => false
})

/** Annotation: callers do not need an organization (PAR-014). */
export const organizationOptional = Context.make(OrganizationOptional, true)

/** The kind of access for which an endpoint needs an organization (PAR-094, A-31). */
export const organizationFor = (endpoint: HttpApiEndpoint.Top): "nothing" | "read" | "write" => {
  if (Context.get(endpoint.annotations, OrganizationOptional)) return "nothing"
  return isWrite(endpoint) ? "write" : "read"
}
