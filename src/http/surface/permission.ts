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

/** Whether the operation checks the permissions itself, after syntax that no schema checks. */
const CheckedByOperation = Context.Reference<boolean>("hub/http/surface/CheckedByOperation", {
  defaultValue: () => false
})

/** The permission that each of these query parameters requires, whatever its value. */
const PermissionsByParameter = Context.Reference<Readonly<Record<string, string>>>(
  "hub/http/surface/PermissionsByParameter",
  { defaultValue: () => ({}) }
)

/**
 * Annotation: callers must hold all of `permissions`, and to send a query parameter named in `byParameter` also its
 * permission.
 */
export const requiresWithParameters = (
  permissions: ReadonlyArray<string>,
  byParameter: Readonly<Record<string, string>>
) =>
  Context.mergeAll(
    Context.make(RequiredPermissions, permissions),
    Context.make(PermissionsByParameter, byParameter),
    OpenApi.annotations({
      override: {
        "x-required-permissions": permissions,
        ...(Object.keys(byParameter).length === 0 ? undefined : { "x-permissions-by-request": byParameter })
      }
    })
  )

/** Annotation: callers must hold all of `permissions`. */
export const requires = (...permissions: ReadonlyArray<string>) => requiresWithParameters(permissions, {})

/** Annotation: like `requires`, but checked by the operation. */
export const requiresInOperation = (...permissions: ReadonlyArray<string>) =>
  Context.add(requires(...permissions), CheckedByOperation, true)

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

/** Those of them that are checked before the operation. */
export const permissionsAhead = (endpoint: HttpApiEndpoint.Top): ReadonlyArray<string> =>
  Context.get(endpoint.annotations, CheckedByOperation) ? [] : permissionsOf(endpoint)

/** The permissions that the parameters of a query need besides, whatever their values. */
export const permissionsOfParameters = (
  endpoint: HttpApiEndpoint.Top,
  isSent: (parameter: string) => boolean
): ReadonlyArray<string> =>
  Object.entries(Context.get(endpoint.annotations, PermissionsByParameter)).flatMap(([parameter, permission]) =>
    isSent(parameter) ? [permission] : []
  )
