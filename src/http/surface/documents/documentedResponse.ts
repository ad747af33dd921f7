import type { OpenApi } from "effect/http-api"
import type { ApiHeader, ApiMediaType, ApiResponse } from "./ApiDocument.ts"
import { failuresOf, shapeName } from "./failureSchemas.ts"
import { openSchema } from "./openSchema.ts"

const header = (description: string, type: "string" | "integer", example: string | number): ApiHeader => ({
  description,
  schema: { type },
  example
})

const requestIdHeader: Readonly<Record<string, ApiHeader>> = {
  "X-Request-ID": header("Request id: the caller's if valid, otherwise a generated UUID", "string", "it-42")
}

/**
 * RateLimit fields of draft-ietf-httpapi-ratelimit-headers; the X- headers describe the policy closest to its limit.
 */
const rateLimitHeaders: Readonly<Record<string, ApiHeader>> = {
  "X-RateLimit-Limit": header("Requests allowed per window", "integer", 600),
  "X-RateLimit-Remaining": header("Requests remaining in the current window", "integer", 599),
  "X-RateLimit-Reset": header("When the current window ends, in epoch seconds", "integer", 1893456000),
  "RateLimit-Policy": header("All policies that apply: `q` requests per `w` seconds", "string", '"hub-key";q=600;w=60'),
  RateLimit: header(
    "State of each policy: `r` requests remaining, window ends in `t` seconds",
    "string",
    '"hub-key";r=599;t=60'
  )
}

const retryAfter = {
  "Retry-After": header(
    "Seconds to wait before retrying. A 503 has it only if this service itself is unavailable.",
    "integer",
    17
  )
}

const headersByStatus: Readonly<Record<string, Readonly<Record<string, ApiHeader>>>> = {
  "401": { "WWW-Authenticate": header("How to authenticate", "string", "Bearer") },
  "429": retryAfter,
  "503": retryAfter
}

/** The statuses of requests that are refused before the caller's limits are known. */
const beforeLimits: ReadonlySet<string> = new Set(["401", "431"])

/** Adds a response's headers and merges the failures of its status into one schema that lists their codes (GEN-008). */
export const documentedResponse = (
  status: string,
  response: ApiResponse,
  components: OpenApi.OpenAPIComponents["schemas"]
): ApiResponse => {
  const { content = {}, description, headers, ...rest } = response
  const codes = new Set<string>()
  const mediaTypes = Object.entries(content).map(([contentType, media]): [string, ApiMediaType] => {
    const failures = failuresOf(media.schema, components)
    const [first] = failures
    if (first === undefined) return [contentType, { ...media, schema: openSchema(media.schema) }]
    const codesOfType = new Set(failures.map(({ code }) => code))
    for (const code of codesOfType) codes.add(code)
    const shape = { $ref: `#/components/schemas/${shapeName(first.component)}` }
    return [
      contentType,
      { schema: { allOf: [shape], properties: { code: { enum: [...codesOfType], description: "Failure code" } } } }
    ]
  })
  return {
    ...rest,
    description: codes.size === 0 ? description : [...codes].join(", "),
    headers: {
      ...requestIdHeader,
      ...(beforeLimits.has(status) ? undefined : rateLimitHeaders),
      ...headersByStatus[status],
      ...headers
    },
    ...(mediaTypes.length === 0 ? undefined : { content: Object.fromEntries(mediaTypes) })
  }
}
