import type { ApiHeader } from "../documents/ApiDocument.ts"

/** The documented ETag response header. All operations share it, so documents contain it once as a component. */
export const etagHeader: Readonly<Record<"etag", ApiHeader>> = {
  etag: {
    description: "Validator of the response, for `If-None-Match` and, where supported, `If-Match`",
    schema: { type: "string" },
    example: '"7"'
  }
}
