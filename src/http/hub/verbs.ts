import { Context } from "effect"
import { OpenApi } from "effect/http-api"
import type { HubPermission } from "../../domain/access/hubPermissions.ts"
import { onOperation } from "../surface/documents/ApiDocument.ts"
import { IdempotencyKey } from "../surface/schemas/IdempotencyKey.ts"
import { requires, requiresByRequest, requiresInOperation } from "../surface/permission.ts"
import { strictBody } from "../surface/strictBody.ts"
import { Verb } from "../surface/Verb.ts"
import { verb } from "../surface/verbs.ts"
import { withoutFailures } from "../surface/documents/withoutFailures.ts"
import { HubAccess } from "./HubAccess.ts"
import { writeFailures } from "./policyFailures.ts"
import { problems } from "./problem.ts"

interface Rules {
  /** The required permission, or the permissions by request value; the operation checks all but a plain one. */
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

/** Constructor of read endpoints. */
export const read = { get: verb("GET", { access: HubAccess, annotate: annotate("read") }) }

/** Constructor of write endpoints. They require an Idempotency-Key and refuse unknown body fields. */
export const write = {
  post: verb("POST", {
    access: HubAccess,
    headers: { "idempotency-key": IdempotencyKey },
    annotate: annotate("write")
  })
}
