import { Effect } from "effect"
import type { Multipart } from "effect/http"
import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"

const digestOf = async ({ contentType, name, path }: Multipart.PersistedFile) => [
  name,
  contentType,
  createHash("sha256")
    .update(await readFile(path))
    .digest("hex")
]

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
