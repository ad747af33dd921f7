import { Context } from "effect"
import { OpenApi } from "effect/http-api"
import type { PartnerScope } from "../../domain/access/partnerScopes.ts"
import { onOperation } from "../surface/ApiDocument.ts"
import { BodyLimit } from "../surface/BodyLimit.ts"
import { requiresWithParameters } from "../surface/permission.ts"
import { polledOperation, pollHeaders, polling } from "../surface/polling.ts"
import { strictBody } from "../surface/strictBody.ts"
import { ifMatchHeaders, versionedOperation } from "../surface/versioned.ts"
import { Verb } from "../surface/Verb.ts"
import { type Taken, verb } from "../surface/verbs.ts"
import { withoutFailures } from "../surface/withoutFailures.ts"
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
  /** All of them are needed; `any` valid credential may call an endpoint that shows no data of an organization. */
  readonly scopes: readonly [PartnerScope, ...ReadonlyArray<PartnerScope>] | "any"
  /** Parameters of the query that need a scope besides. */
  readonly parameterScopes?: Readonly<Record<string, PartnerScope>>
  /** Whether the endpoint is labelled preview (PAR-012). */
  readonly preview?: boolean
  /** The most bytes of its JSON body, where that is more than the deployment's limit. */
  readonly bodyBytes?: number
  /** Whether its successes are `versioned`. */
  readonly versioned?: boolean
}

const venueFilters: ReadonlySet<string> = new Set(["propertyIds", "propertyId", "venueId"])

const replayHeader = {
  "X-Idempotent-Replay": {
    description: "Present when the answer is that of an earlier request with the same Idempotency-Key",
    schema: { type: "string", enum: ["true"] }
  }
} as const

const hasReplay = (status: string) => status.startsWith("2") || status === "409"

const annotate =
  (kind: "read" | "poll" | "write") =>
  (
    { bodyBytes = 0, parameterScopes = {}, preview = false, scopes, versioned = false }: Rules,
    { body, query }: Taken
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

/** An endpoint that changes nothing. */
export const read = { get: verb("GET", reading) }

/** One that clients ask again and again: it answers 304 to who has its answer already; see `polled`. */
export const poll = { get: verb("GET", { access: PartnerAccess, headers: pollHeaders, annotate: annotate("poll") }) }

/**
 * An endpoint that changes something, once for each Idempotency-Key, which it needs (PAR-115 to PAR-127): its answer is kept
 * in its transaction, a client that hangs up does not stop it, and a body has no field that is not declared (GEN-008).
 */
export const write = {
  post: verb("POST", writing),
  put: verb("PUT", writing),
  patch: verb("PATCH", writing),
  delete: verb("DELETE", writing)
}

/** A write on condition of the version of what it changes (RFC 9110 section 13.1.1); see `expects`. */
export const conditionalWrite = {
  patch: verb("PATCH", { ...writing, headers: { ...writeHeaders, ...ifMatchHeaders } })
}

/** An endpoint that needs no credential and looks at none; otherwise as `write` (PAR-069). */
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
