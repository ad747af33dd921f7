import { Predicate } from "effect"
import type { FailureClass } from "../../../domain/shared/Failure.ts"
import type { ApiMediaType, ApiOperation, ApiResponse } from "./ApiDocument.ts"
import type { Envelope } from "../Envelope.ts"
import { referenceName } from "./referenceName.ts"

/** The media type without excluded failures; undefined if none is left. */
const mediaWithout = (media: ApiMediaType, isExcluded: (schema: unknown) => boolean): ApiMediaType | undefined => {
  const { anyOf } = media.schema
  if (!Array.isArray(anyOf)) return isExcluded(media.schema) ? undefined : media
  const [first, ...more] = anyOf.filter((schema) => !isExcluded(schema))
  if (!Predicate.isObject(first)) return undefined
  return { ...media, schema: more.length === 0 ? first : { ...media.schema, anyOf: [first, ...more] } }
}

/**
 * Drops documented failures that cannot occur: a surface's middleware declares the failures of all its policies, but a
 * read is never refused for its Idempotency-Key, nor an operation without a body for the body's size.
 */
export const withoutFailures = (envelope: Envelope, failures: ReadonlyArray<FailureClass>) => {
  const endings = failures.map(({ failure }) => `_${envelope.code(failure)}`)
  const isExcluded = (schema: unknown) => {
    const name = referenceName(schema)
    return name !== undefined && endings.some((ending) => name.endsWith(ending))
  }
  const responseWithout = (response: ApiResponse): ReadonlyArray<ApiResponse> => {
    if (response.content === undefined) return [response]
    const kept = Object.entries(response.content).flatMap(([type, media]) => {
      const rest = mediaWithout(media, isExcluded)
      return rest === undefined ? [] : [[type, rest] as const]
    })
    return kept.length === 0 ? [] : [{ ...response, content: Object.fromEntries(kept) }]
  }
  return (operation: ApiOperation): ApiOperation => ({
    ...operation,
    responses: Object.fromEntries(
      Object.entries(operation.responses).flatMap(([status, response]) =>
        responseWithout(response).map((kept) => [status, kept])
      )
    )
  })
}
