import { table } from "../dataset/Table.ts"
import { BlobRow } from "./Blob.ts"

/** Bytes that are served as they are. */
export const blobTables = {
  blobs: table(BlobRow, {
    key: ["key"],
    tenant: { none: "who has the address of an image may see it, as the guests who read a page do" },
    journal: true
  })
}
