import { Context } from "effect"

/** Where the bytes of blobs are kept beside an embedded database; undefined keeps them in the database. */
export const BlobDirectory = Context.Reference<string | undefined>("hub/layers/blobs/BlobDirectory", {
  defaultValue: () => undefined
})
