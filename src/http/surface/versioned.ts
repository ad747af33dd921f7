import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import type { ApiOperation } from "./ApiDocument.ts"
import { etagHeader } from "./etagHeader.ts"
import { withResponseHeaders } from "./withResponseHeaders.ts"

const tag = /"[\x21\x23-\x7e]*"/

/** One or several validators, weak ones included, or `*` (RFC 9110 section 13.1.1). */
const written = new RegExp(`^(?:\\*|(?:W/)?${tag.source}(?:[ \\t]*,[ \\t]*(?:W/)?${tag.source})*)$`, "u")

/** The header of a change that is made only while the record is as the client has seen it. */
export const ifMatchHeaders = {
  "if-match": Schema.optionalKey(
    Schema.String.check(
      Schema.isMaxLength(1000),
      Schema.isPattern(written, {
        expected: 'ETags such as "7", or *',
        toJsonSchema: () => ({ pattern: written.source })
      })
    )
  ).annotateKey({
    description:
      "ETags of the record, one of which must be the current one, or `*`; has the meaning of `expectedVersion`"
  })
}

const tagOf = (version: number) => `"${version}"`

/** A success with the strong validator of the version of its record (RFC 9110 section 8.8.3). */
export const versioned = <S extends Schema.Top>(whole: S) => HttpApiSchema.WithHeaders(whole, { etag: Schema.String })

/** The answer of a `versioned` success. */
export const withETag = <Body extends { readonly version: number }>(body: Body) =>
  HttpApiSchema.withHeaders({ body, headers: { etag: tagOf(body.version) } })

/** A documented operation with a `versioned` success. */
export const versionedOperation: (operation: ApiOperation) => ApiOperation = withResponseHeaders(etagHeader, (status) =>
  status.startsWith("2")
)

/**
 * Whether a version is what the request asks for, in `If-Match` and in `expectedVersion`, each where it is there. Weak
 * validators match nothing (RFC 9110 section 13.1.1).
 */
export const expects =
  (
    headers: { readonly "if-match"?: string | undefined },
    body: { readonly expectedVersion?: number | undefined }
  ): ((version: number) => boolean) =>
  (version) => {
    const ifMatch = headers["if-match"]
    const strong = ifMatch?.split(",").map((each) => each.trim())
    return (
      (strong === undefined || ifMatch === "*" || strong.includes(tagOf(version))) &&
      (body.expectedVersion === undefined || body.expectedVersion === version)
    )
  }
