import { Context } from "effect"
import { OpenApi } from "effect/http-api"
import type { HubPermission } from "../../domain/access/hubPermissions.ts"
import { onOperation } from "../surface/ApiDocument.ts"
import { IdempotencyKey } from "../surface/IdempotencyKey.ts"
import { requires, requiresByRequest, requiresInOperation } from "../surface/permission.ts"
import { strictBody } from "../surface/strictBody.ts"
import { Verb } from "../surface/Verb.ts"
import { verb } from "../surface/verbs.ts"
import { withoutFailures } from "../surface/withoutFailures.ts"
import { HubAccess } from "./HubAccess.ts"
import { writeFailures } from "./policyFailures.ts"
import { problems } from "./problem.ts"

interface Rules {
  /** The permission that callers need, or what they need by what they ask for; the operation checks all but a plain one. */
  readonly permission:
    | HubPermission
    | { readonly inOperation: HubPermission }
    | { readonly byRequest: Readonly<Record<string, string>> }
}

const permissionOf = ({ permission }: Rules) => {
  if (typeof permission === "string") return requires(permission)
  return "inOperation" in permission
    ? requiresInOperation(permission.inOperation)
    : requiresByRequest(permission.byRequest)
}

const annotate = (kind: "read" | "write") => (rules: Rules) =>
  Context.mergeAll(
    Context.make(Verb, kind),
    strictBody,
    permissionOf(rules),
    kind === "write"
      ? Context.empty()
      : OpenApi.annotations({ transform: onOperation(withoutFailures(problems, writeFailures)) })
  )

/** An endpoint that changes nothing. */
export const read = { get: verb("GET", { access: HubAccess, annotate: annotate("read") }) }

/** An endpoint that changes something, once for each Idempotency-Key, which it needs; a body has no field that is not declared. */
export const write = {
  post: verb("POST", {
    access: HubAccess,
    headers: { "idempotency-key": IdempotencyKey },
    annotate: annotate("write")
  })
}
