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
  "X-Request-ID": header("The request's id: the caller's own when it was valid, else a new UUID", "string", "it-42")
}

/** RateLimit fields after draft-ietf-httpapi-ratelimit-headers; the X- ones speak of the policy that is nearest to its limit. */
const rateLimitHeaders: Readonly<Record<string, ApiHeader>> = {
  "X-RateLimit-Limit": header("Requests that the window allows", "integer", 600),
  "X-RateLimit-Remaining": header("Requests left in the window", "integer", 599),
  "X-RateLimit-Reset": header("End of the window, epoch seconds", "integer", 1893456000),
  "RateLimit-Policy": header("Every policy that applied: q requests in w seconds", "string", '"hub-key";q=600;w=60'),
  RateLimit: header("What is left of each policy: r requests, t seconds from now", "string", '"hub-key";r=599;t=60')
}

const retryAfter = {
  "Retry-After": header("Whole seconds to wait; with a 503 only where the service itself is unavailable", "integer", 17)
}

const headersByStatus: Readonly<Record<string, Readonly<Record<string, ApiHeader>>>> = {
  "401": { "WWW-Authenticate": header("How to authenticate", "string", "Bearer") },
  "429": retryAfter,
  "503": retryAfter
}

/** A response with its headers; the failures that share its status as one schema with their codes (GEN-008). */
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
    const ofBody = new Set(failures.map(({ code }) => code))
    for (const code of ofBody) codes.add(code)
    const shape = { $ref: `#/components/schemas/${shapeName(first.component)}` }
    return [
      contentType,
      { schema: { allOf: [shape], properties: { code: { enum: [...ofBody], description: "What went wrong" } } } }
    ]
  })
  return {
    ...rest,
    description: codes.size === 0 ? description : [...codes].join(", "),
    headers: {
      ...requestIdHeader,
      ...(status === "401" ? undefined : rateLimitHeaders),
      ...headersByStatus[status],
      ...headers
    },
    ...(mediaTypes.length === 0 ? undefined : { content: Object.fromEntries(mediaTypes) })
  }
}
