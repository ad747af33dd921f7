import { Context } from "effect"
import { HttpMethod } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"

const OrganizationOptional = Context.Reference<boolean>("hub/http/partner/OrganizationOptional", {
  defaultValue: () => false
})

/** Annotation: callers without an organization are served as well (PAR-014). */
export const organizationOptional = Context.make(OrganizationOptional, true)

/** Whether a write, as far as the Partner API goes: every method but GET. */
export const isWrite = (endpoint: HttpApiEndpoint.Top): boolean => HttpMethod.hasBody(endpoint.method)

/** What an endpoint needs an organization for (PAR-094, A-31). */
export const organizationFor = (endpoint: HttpApiEndpoint.Top): "nothing" | "read" | "write" => {
  if (Context.get(endpoint.annotations, OrganizationOptional)) return "nothing"
  return isWrite(endpoint) ? "write" : "read"
}
