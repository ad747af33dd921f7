import { Effect } from "effect"
import type { Multipart } from "effect/http"
import { readFile } from "node:fs/promises"

/** Reads a file part, which stays on disk until the request ends. Each run reads the file again. */
export const filePartBytes = ({ path }: Multipart.PersistedFile): Effect.Effect<Uint8Array> =>
  Effect.promise(() => readFile(path))
