import { table } from "../dataset/Table.ts"
import { BlobRow } from "./Blob.ts"

/** Blobs, served verbatim. */
export const blobTables = {
  blobs: table(BlobRow, {
    key: ["key"],
    tenant: { none: "images are public to anyone with their URL, such as the guests who read a page" },
    binary: ["bytes"]
  })
}
