import type { ApiHeader } from "./ApiDocument.ts"

/** The documented ETag of an answer, in one wording for all operations, so that documents say it once. */
export const etagHeader: Readonly<Record<"etag", ApiHeader>> = {
  etag: {
    description: "What was answered; send it back in `If-None-Match`, or in the `If-Match` of a change that takes it",
    schema: { type: "string" },
    example: '"7"'
  }
}
