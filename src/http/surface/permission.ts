import { Context } from "effect"
import { type HttpApiEndpoint, OpenApi } from "effect/http-api"

/** The permissions an endpoint needs, all of them. Declared on the endpoint, once; the document shows them. */
export const RequiredPermissions = Context.Reference<ReadonlyArray<string>>("hub/http/surface/RequiredPermissions", {
  defaultValue: () => []
})

/** Permissions of an endpoint that depend on the request: documented here, checked by the operation. */
const PermissionsByRequest = Context.Reference<Readonly<Record<string, string>>>(
  "hub/http/surface/PermissionsByRequest",
  { defaultValue: () => ({}) }
)

/** Annotation: callers must hold every one of `permissions`. */
export const requires = (...permissions: ReadonlyArray<string>) =>
  Context.merge(
    Context.make(RequiredPermissions, permissions),
    OpenApi.annotations({ override: { "x-required-permissions": permissions } })
  )

/** Annotation: the request decides the permission; `byRequest` maps the one to the other. */
export const requiresByRequest = (byRequest: Readonly<Record<string, string>>) =>
  Context.merge(
    Context.make(PermissionsByRequest, byRequest),
    OpenApi.annotations({ override: { "x-permissions-by-request": byRequest } })
  )

/** The permissions of an endpoint of which the request decides. */
export const permissionsByRequestOf = (endpoint: HttpApiEndpoint.Top): ReadonlyArray<string> =>
  Object.values(Context.get(endpoint.annotations, PermissionsByRequest))

/** The permissions declared on an endpoint. */
export const permissionsOf = (endpoint: HttpApiEndpoint.Top): ReadonlyArray<string> =>
  Context.get(endpoint.annotations, RequiredPermissions)
