import { Context } from "effect"
import { type HttpApiEndpoint, OpenApi } from "effect/http-api"

/** The permissions that an endpoint requires, all of them; also documented. */
export const RequiredPermissions = Context.Reference<ReadonlyArray<string>>("hub/http/surface/RequiredPermissions", {
  defaultValue: () => []
})

/** Permissions that depend on the request: documented here, checked by the operation. */
const PermissionsByRequest = Context.Reference<Readonly<Record<string, string>>>(
  "hub/http/surface/PermissionsByRequest",
  { defaultValue: () => ({}) }
)

/** Annotation: callers must hold all of `permissions`. */
export const requires = (...permissions: ReadonlyArray<string>) =>
  Context.merge(
    Context.make(RequiredPermissions, permissions),
    OpenApi.annotations({ override: { "x-required-permissions": permissions } })
  )

/** Annotation: the required permission depends on the request; `byRequest` maps a request value to a permission. */
export const requiresByRequest = (byRequest: Readonly<Record<string, string>>) =>
  Context.merge(
    Context.make(PermissionsByRequest, byRequest),
    OpenApi.annotations({ override: { "x-permissions-by-request": byRequest } })
  )

/** The permissions of an endpoint that depend on the request. */
export const permissionsByRequestOf = (endpoint: HttpApiEndpoint.Top): ReadonlyArray<string> =>
  Object.values(Context.get(endpoint.annotations, PermissionsByRequest))

/** The permissions that an endpoint requires of every request. */
export const permissionsOf = (endpoint: HttpApiEndpoint.Top): ReadonlyArray<string> =>
  Context.get(endpoint.annotations, RequiredPermissions)
