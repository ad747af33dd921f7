import { Context } from "effect"
import { OpenApi } from "effect/http-api"
import { onOperation } from "../surface/documents/ApiDocument.ts"
import { conditionalOperation } from "../surface/conditional.ts"
import { Verb } from "../surface/Verb.ts"
import { verb } from "../surface/verbs.ts"
import { withResponseHeaders } from "../surface/withResponseHeaders.ts"
import { LegacyAccess } from "./LegacyAccess.ts"
import { legacyDeprecation } from "./legacyDeprecation.ts"
import { propertyCaching } from "./propertyCaching.ts"
import { PublicAccess } from "./PublicAccess.ts"

/** Constructor of public read endpoints, which are cacheable and support conditional requests. */
export const read = {
  get: verb("GET", {
    access: PublicAccess,
    annotate: () =>
      Context.merge(
        Context.make(Verb, "read"),
        OpenApi.annotations({ transform: onOperation(conditionalOperation(propertyCaching)) })
      )
  })
}

const deprecation = {
  Deprecation: { description: "Date of deprecation (RFC 9745)", schema: { type: "string" }, example: legacyDeprecation }
} as const

/** A 431 is sent before the route is known. */
const isOfRoute = (status: string) => status !== "431"

/**
 * Constructor of deprecated endpoints, with their own rate limit and failures; every response is marked as deprecated
 * (PUB-017).
 */
export const legacy = {
  get: verb("GET", {
    access: LegacyAccess,
    annotate: () =>
      Context.merge(
        Context.make(Verb, "read"),
        OpenApi.annotations({ deprecated: true, transform: onOperation(withResponseHeaders(deprecation, isOfRoute)) })
      )
  })
}
