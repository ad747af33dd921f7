import { Context } from "effect"
import { OpenApi } from "effect/http-api"
import type { HubPermission } from "../../domain/access/hubPermissions.ts"
import { onOperation } from "../surface/ApiDocument.ts"
import { IdempotencyKey } from "../surface/IdempotencyKey.ts"
import { requires, requiresByRequest } from "../surface/permission.ts"
import { strictBody } from "../surface/strictBody.ts"
import { Verb } from "../surface/Verb.ts"
import { verb } from "../surface/verbs.ts"
import { withoutFailures } from "../surface/withoutFailures.ts"
import { HubAccess } from "./HubAccess.ts"
import { writeFailures } from "./policyFailures.ts"
import { problems } from "./problem.ts"

interface Rules {
  /** The required permission, or the permissions by request value, which the operation checks. */
  readonly permission: HubPermission | { readonly byRequest: Readonly<Record<string, string>> }
}

const annotate =
  (kind: "read" | "write") =>
  ({ permission }: Rules) =>
    Context.mergeAll(
      Context.make(Verb, kind),
      strictBody,
      typeof permission === "string" ? requires(permission) : requiresByRequest(permission.byRequest),
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
