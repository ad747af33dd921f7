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

/** Policy step: the caller holds every one of `permissions`; exact match, no wildcard (PAR-114). */
export const requirePermissions = Effect.fnUntraced(function* (permissions: ReadonlyArray<string>) {
  const authority = yield* Authority
  if (!permissions.every((permission) => authority.permissions.has(permission))) {
    return yield* new PermissionMissing({ requiredPermissions: permissions })
  }
})
