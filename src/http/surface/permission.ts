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

/** Whether the operation checks the permissions itself: after a part of the syntax that no schema checks. */
const CheckedByOperation = Context.Reference<boolean>("hub/http/surface/CheckedByOperation", {
  defaultValue: () => false
})

/** The permissions without which a query parameter may not be sent, whatever its value. */
const PermissionsByParameter = Context.Reference<Readonly<Record<string, string>>>(
  "hub/http/surface/PermissionsByParameter",
  { defaultValue: () => ({}) }
)

/**
 * Annotation: callers must hold every one of `permissions`, and whoever sends a parameter of the query its permission of
 * `byParameter` besides.
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

/** Annotation: callers must hold every one of `permissions`. */
export const requires = (...permissions: ReadonlyArray<string>) => requiresWithParameters(permissions, {})

/** Annotation: as `requires`, checked by the operation. */
export const requiresInOperation = (...permissions: ReadonlyArray<string>) =>
  Context.add(requires(...permissions), CheckedByOperation, true)

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
