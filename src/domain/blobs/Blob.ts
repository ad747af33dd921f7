import { Schema } from "effect"

/** Immutable bytes under a key, as stored. The key is a path without a leading slash, such as `images/ID/480.webp`. */
export const BlobRow = Schema.Struct({
  key: Schema.NonEmptyString,
  contentType: Schema.NonEmptyString,
  bytes: Schema.Uint8Array,
  createdAt: Schema.DateTimeUtc
})
export type BlobRow = typeof BlobRow.Type
