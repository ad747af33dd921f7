import { Context, Schema } from "effect"
import { OpenApi } from "effect/http-api"
import type { OperatorPermission } from "../../domain/operators/operatorPermissions.ts"
import { onOperation } from "../surface/documents/ApiDocument.ts"
import { IdempotencyKey } from "../surface/schemas/IdempotencyKey.ts"
import { requires, requiresByRequest, requiresInOperation } from "../surface/permission.ts"
import { strictBody } from "../surface/strictBody.ts"
import { Verb } from "../surface/Verb.ts"
import { type AcceptedInput, verb } from "../surface/verbs.ts"
import { withoutFailures } from "../surface/documents/withoutFailures.ts"
import { withResponseHeaders } from "../surface/withResponseHeaders.ts"
import { OperatorAccess } from "./OperatorAccess.ts"
import { bodyFailures, keyFailures, keyNeeded, originFailures } from "./policyFailures.ts"
import { problems } from "./problem.ts"
import { SignInAccess } from "./SignInAccess.ts"

interface Rules {
  /**
   * The required permissions, all of them; those that the operation checks itself, after syntax that no schema checks;
   * or by request value, which the operation checks, too; `none` if the endpoint only concerns the operator themselves.
   */
  readonly permissions:
    | readonly [OperatorPermission, ...ReadonlyArray<OperatorPermission>]
    | { readonly inOperation: readonly [OperatorPermission, ...ReadonlyArray<OperatorPermission>] }
    | { readonly byRequest: Readonly<Record<string, string>> }
    | "none"
}

const permissionOf = ({ permissions }: Rules) => {
  if (permissions === "none") return Context.empty()
  if ("inOperation" in permissions) return requiresInOperation(...permissions.inOperation)
  return "byRequest" in permissions ? requiresByRequest(permissions.byRequest) : requires(...permissions)
}

/** Whether a write takes an Idempotency-Key. */
type Keyed = "takes" | "ignores"

const ruledOut = (keyed: Keyed, { body }: AcceptedInput) => [
  // `IdempotencyKeyMissing` also applies to an optional key: an empty one counts as missing.
  ...(keyed === "ignores" ? [...keyNeeded, ...keyFailures] : []),
  ...(body ? [] : bodyFailures)
]

const annotate =
  (kind: "read" | "write", keyed: Keyed = "ignores") =>
  (rules: Rules, input: AcceptedInput) =>
    Context.mergeAll(
      Context.make(Verb, kind),
      strictBody,
      permissionOf(rules),
      OpenApi.annotations({
        transform: onOperation(
          withoutFailures(problems, [...ruledOut(keyed, input), ...(kind === "read" ? originFailures : [])])
        )
      })
    )

/** Constructor of read endpoints. */
export const read = { get: verb("GET", { access: OperatorAccess, annotate: annotate("read") }) }

/** Constructor of write endpoints that require an Idempotency-Key and run once per key (INT-014, INT-015). */
export const write = {
  post: verb("POST", {
    access: OperatorAccess,
    headers: { "idempotency-key": IdempotencyKey },
    annotate: annotate("write", "takes")
  })
}

const takingKey = {
  access: OperatorAccess,
  headers: { "idempotency-key": Schema.optionalKey(IdempotencyKey) },
  annotate: annotate("write", "takes")
}

const cookieHeader = {
  "set-cookie": {
    description: "Sets or removes the session cookie (HttpOnly, SameSite=Lax)",
    schema: { type: "string" }
  }
} as const

const withCookie = withResponseHeaders(cookieHeader, (status) => status === "204")

/** Constructor of the sign-out, which ignores idempotency keys. */
export const signOut = {
  delete: verb("DELETE", {
    access: OperatorAccess,
    annotate: () =>
      Context.mergeAll(
        Context.make(Verb, "write"),
        strictBody,
        OpenApi.annotations({
          transform: onOperation((operation) =>
            withCookie(withoutFailures(problems, [...keyNeeded, ...keyFailures, ...bodyFailures])(operation))
          )
        })
      )
  })
}

/** Constructors of writes with an optional Idempotency-Key: repeating them is harmless. */
export const repeatable = {
  post: verb("POST", takingKey),
  put: verb("PUT", takingKey),
  delete: verb("DELETE", takingKey)
}

/** Constructor of the sign-in, behind an access token (INT-046). */
export const signIn = {
  post: verb("POST", {
    access: SignInAccess,
    annotate: () =>
      Context.mergeAll(
        Context.make(Verb, "write"),
        strictBody,
        OpenApi.annotations({ transform: onOperation(withCookie) })
      )
  })
}
