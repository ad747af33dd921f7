import { Effect } from "effect"
import type { Multipart } from "effect/http"
import { readFile } from "node:fs/promises"

/** The bytes of a file part, which are on disk until the request ends: each use reads them anew. */
export const filePartBytes = ({ path }: Multipart.PersistedFile): Effect.Effect<Uint8Array> =>
  Effect.promise(() => readFile(path))
