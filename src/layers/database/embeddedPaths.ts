import { join } from "node:path"

/** Where an embedded database and the bytes of its images are in their data directory. */
export const embeddedPaths = (dataDirectory: string) => ({
  database: join(dataDirectory, "postgres"),
  blobs: join(dataDirectory, "blobs")
})
