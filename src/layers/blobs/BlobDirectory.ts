import { Context } from "effect"

/** The directory for the bytes of blobs of an embedded database; undefined keeps them in the database. */
export const BlobDirectory = Context.Reference<string | undefined>("hub/layers/blobs/BlobDirectory", {
  defaultValue: () => undefined
})
