import { Context } from "effect"
import { OpenApi } from "effect/http-api"
import type { PartnerScope } from "../../domain/access/partnerScopes.ts"
import { onOperation } from "../surface/documents/ApiDocument.ts"
import { BodyLimit } from "../surface/BodyLimit.ts"
import { requiresWithParameters } from "../surface/permission.ts"
import { polledOperation, pollHeaders, polling } from "../surface/schemas/polling.ts"
import { strictBody } from "../surface/strictBody.ts"
import { ifMatchHeaders, versionedOperation } from "../surface/schemas/versioned.ts"
import { Verb } from "../surface/Verb.ts"
import { type AcceptedInput, verb } from "../surface/verbs.ts"
import { withoutFailures } from "../surface/documents/withoutFailures.ts"
import { withResponseHeaders } from "../surface/withResponseHeaders.ts"
import { writeHeaders } from "./idempotencyKey.ts"
import { organizationOptional } from "./organizationFor.ts"
import { PartnerAccess } from "./PartnerAccess.ts"
import { PartnerOpenAccess } from "./PartnerOpenAccess.ts"
import { partnerFailures } from "./partnerFailure.ts"
import { keyFailures, scopeFailures, venueFailures } from "./policyFailures.ts"
import { bodyFailures, readBodyFailures } from "../surface/transportFailures.ts"
import { previewed } from "./preview.ts"

interface Rules {
  /**
   * The required scopes, all of them; `any`: every valid credential may call it, because it returns no organization
   * data.
   */
  readonly scopes: readonly [PartnerScope, ...ReadonlyArray<PartnerScope>] | "any"
  /** Query parameters that require an additional scope. */
  readonly parameterScopes?: Readonly<Record<string, PartnerScope>>
  /** Whether the endpoint is marked as preview (PAR-012). */
  readonly preview?: boolean
  /** Maximum size of its JSON body in bytes, if that is more than the deployment's limit. */
  readonly bodyBytes?: number
  /** Whether its successes are `versioned`. */
  readonly versioned?: boolean
}

const venueFilters: ReadonlySet<string> = new Set(["propertyIds", "propertyId", "venueId"])

const replayHeader = {
  "X-Idempotent-Replay": {
    description: "Present if this is the stored response to an earlier request with the same Idempotency-Key",
    schema: { type: "string", enum: ["true"] }
  }
} as const

const hasReplay = (status: string) => status.startsWith("2") || status === "409"

const annotate =
  (kind: "read" | "poll" | "write") =>
  (
    { bodyBytes = 0, parameterScopes = {}, preview = false, scopes, versioned = false }: Rules,
    { body, query }: AcceptedInput
  ) => {
    const ruledOut = withoutFailures(partnerFailures, [
      ...(scopes === "any" ? scopeFailures : []),
      ...(query.some((name) => venueFilters.has(name)) ? [] : venueFailures),
      ...(kind === "write" ? [] : keyFailures),
      ...(body ? [] : kind === "write" ? readBodyFailures : bodyFailures)
    ])
    const replayed = withResponseHeaders(replayHeader, hasReplay)
    const transform = onOperation((operation) => {
      const possible = ruledOut(versioned ? versionedOperation(operation) : operation)
      return kind === "write" ? replayed(possible) : kind === "poll" ? polledOperation(possible) : possible
    })
    return Context.mergeAll(
      Context.make(Verb, kind === "write" ? "write" : "read"),
      kind === "poll" ? polling : Context.empty(),
      strictBody,
      Context.make(BodyLimit, bodyBytes),
      scopes === "any" ? organizationOptional : requiresWithParameters(scopes, parameterScopes),
      previewed(preview),
      OpenApi.annotations({ transform })
    )
  }

const reading = { access: PartnerAccess, annotate: annotate("read") }

const writing = { access: PartnerAccess, headers: writeHeaders, annotate: annotate("write") }

/** Constructor of read endpoints. */
export const read = { get: verb("GET", reading) }

/** Constructor of read endpoints that clients poll, with 304 for an unchanged response; see `polled`. */
export const poll = { get: verb("GET", { access: PartnerAccess, headers: pollHeaders, annotate: annotate("poll") }) }

/**
 * Constructors of write endpoints. They require an Idempotency-Key and run once per key (PAR-115 to PAR-127), store the
 * response in the same transaction, are not interrupted by a disconnecting client, and refuse unknown body fields
 * (GEN-008).
 */
export const write = {
  post: verb("POST", writing),
  put: verb("PUT", writing),
  patch: verb("PATCH", writing),
  delete: verb("DELETE", writing)
}

/** Constructor of writes that support If-Match (RFC 9110 section 13.1.1); see `expects`. */
export const conditionalWrite = {
  patch: verb("PATCH", { ...writing, headers: { ...writeHeaders, ...ifMatchHeaders } })
}

/** Constructor of write endpoints that ignore credentials; otherwise like `write` (PAR-069). */
export const open = {
  post: verb("POST", {
    access: PartnerOpenAccess,
    headers: writeHeaders,
    annotate: () =>
      Context.mergeAll(
        Context.make(Verb, "write"),
        strictBody,
        OpenApi.annotations({ transform: onOperation(withResponseHeaders(replayHeader, hasReplay)) })
      )
  })
}
