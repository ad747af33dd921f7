import { Effect, Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"
import { Authority } from "./Authority.ts"

export class PermissionMissing extends Schema.TaggedError<PermissionMissing>()("PermissionMissing", {
  requiredPermissions: Schema.Array(Schema.String)
}) {
  static readonly failure: Failure = {
    kind: "forbidden",
    code: "permission_denied",
    title: "The credential lacks a permission"
  }
  override get message() {
    return `Needs ${this.requiredPermissions.join(" and ")}`
  }
}

/** The failure for a caller who lacks one of `permissions`; exact match, no wildcard (PAR-114). */
export const missingPermission = (
  held: ReadonlySet<string>,
  permissions: ReadonlyArray<string>
): PermissionMissing | undefined =>
  permissions.every((permission) => held.has(permission))
    ? undefined
    : new PermissionMissing({ requiredPermissions: permissions })

/** Policy step: the caller holds every one of `permissions`. */
export const requirePermissions = Effect.fnUntraced(function* (permissions: ReadonlyArray<string>) {
  const missing = missingPermission((yield* Authority).permissions, permissions)
  if (missing !== undefined) return yield* missing
})
