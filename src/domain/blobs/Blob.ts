import { Option, Schema } from "effect"

/** Immutable bytes under a key. The key is a path without a leading slash, such as `images/ID/480.webp`. */
export interface Blob {
  readonly key: string
  readonly contentType: string
  readonly bytes: Uint8Array
  readonly createdAt: typeof Schema.DateTimeUtc.Type
}

/** A stored blob: its bytes, or the name of the file that contains them. */
export const BlobRow = Schema.Struct({
  key: Schema.NonEmptyString,
  contentType: Schema.NonEmptyString,
  bytes: Schema.NullOr(Schema.Uint8Array),
  file: Schema.NullOr(Schema.NonEmptyString),
  createdAt: Schema.DateTimeUtc
})
export type BlobRow = typeof BlobRow.Type

/** The content of a row; none if the bytes are in a file. */
export const inlineContent = ({
  bytes,
  contentType
}: Pick<BlobRow, "bytes" | "contentType">): Option.Option<Pick<Blob, "bytes" | "contentType">> =>
  bytes === null ? Option.none() : Option.some({ contentType, bytes })
