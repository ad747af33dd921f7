import { Effect } from "effect"
import type { Multipart } from "effect/http"
import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { pipeline } from "node:stream/promises"

/** Streams the file: with many concurrent uploads, whole files would not fit in memory. */
const digestOf = async ({ contentType, name, path }: Multipart.PersistedFile) => {
  const hash = createHash("sha256")
  await pipeline(createReadStream(path), hash)
  return [name, contentType, hash.digest("hex")]
}

/** What identifies a form for idempotency: its fields, and name, type and SHA-256 of each file. */
export const formDigest = (form: Multipart.Persisted): Effect.Effect<unknown> =>
  Effect.promise(() =>
    Promise.all(
      Object.entries(form).map(async ([field, value]) => [
        field,
        typeof value === "string"
          ? value
          : await Promise.all(value.map((part) => (typeof part === "string" ? part : digestOf(part))))
      ])
    )
  )
