import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import type { ApiOperation } from "../documents/ApiDocument.ts"
import { etagHeader } from "./etagHeader.ts"
import { withResponseHeaders } from "../withResponseHeaders.ts"

const tag = /"[\x21\x23-\x7e]*"/

/** One or more validators, weak ones included, or `*` (RFC 9110 section 13.1.1). */
const ifMatchPattern = new RegExp(`^(?:\\*|(?:W/)?${tag.source}(?:[ \\t]*,[ \\t]*(?:W/)?${tag.source})*)$`, "u")

/** The If-Match header of a change that applies only if the record is unchanged since the client read it. */
export const ifMatchHeaders = {
  "if-match": Schema.optionalKey(
    Schema.String.check(
      Schema.isMaxLength(1000),
      Schema.isPattern(ifMatchPattern, {
        expected: 'ETags such as "7", or *',
        toJsonSchema: () => ({ pattern: ifMatchPattern.source })
      })
    )
  ).annotateKey({
    description:
      "ETags of the record, or `*`. The change is refused unless one of them is current, as with `expectedVersion`."
  })
}

const tagOf = (version: number) => `"${version}"`

/** A success with an ETag, a strong validator made of the record's version (RFC 9110 section 8.8.3). */
export const versioned = <S extends Schema.Top>(whole: S) => HttpApiSchema.WithHeaders(whole, { etag: Schema.String })

/** The value of a `versioned` success. */
export const withETag = <Body extends { readonly version: number }>(body: Body) =>
  HttpApiSchema.withHeaders({ body, headers: { etag: tagOf(body.version) } })

/** Documents the ETag of an operation with a `versioned` success. */
export const versionedOperation: (operation: ApiOperation) => ApiOperation = withResponseHeaders(etagHeader, (status) =>
  status.startsWith("2")
)

/**
 * Whether a version satisfies the request's `If-Match` and `expectedVersion`, each only if present. Weak validators
 * never match (RFC 9110 section 13.1.1).
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
