import { Effect } from "effect"
import type { Multipart } from "effect/http"
import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { pipeline } from "node:stream/promises"

/** Streams the file: with many concurrent uploads, whole files would not fit in memory. */
const digestOf = async ({ path }: Multipart.PersistedFile) => {
  const hash = createHash("sha256")
  await pipeline(createReadStream(path), hash)
  return hash.digest("hex")
}

/**
 * What identifies a form for idempotency: its fields and the SHA-256 of each file, by name. Another client may
 * send the same parts in another order, and the file with another name or content type.
 */
export const formDigest = (form: Multipart.Persisted): Effect.Effect<unknown> =>
  Effect.promise(async () => {
    const parts = await Promise.all(
      Object.entries(form).map(async ([field, value]) => [
        field,
        typeof value === "string"
          ? value
          : await Promise.all(value.map((part) => (typeof part === "string" ? part : digestOf(part))))
      ])
    )
    return Object.fromEntries(parts)
  })
