import { Effect } from "effect"
import type { Multipart } from "effect/http"
import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { pipeline } from "node:stream/promises"

/** Never has the whole file in memory: many may be uploaded at once. */
const digestOf = async ({ contentType, name, path }: Multipart.PersistedFile) => {
  const hash = createHash("sha256")
  await pipeline(createReadStream(path), hash)
  return [name, contentType, hash.digest("hex")]
}

/** A form as far as it makes two of them the same: its fields, and of each file its name, its type and SHA-256. */
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
