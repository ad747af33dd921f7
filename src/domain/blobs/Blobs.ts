import { Context, type DateTime, type Effect, type Option } from "effect"
import type { Blob } from "./Blob.ts"

/** Immutable bytes by key: large, never changed, and read more often than written. */
export class Blobs extends Context.Service<
  Blobs,
  {
    /** Stores the blobs whose keys are new, in the caller's transaction; existing keys keep their bytes. */
    readonly insertMissing: (blobs: ReadonlyArray<Blob>) => Effect.Effect<void>
    /** Also none, and logged, if the bytes of a key are lost. */
    readonly find: (key: string) => Effect.Effect<Option.Option<Pick<Blob, "contentType" | "bytes">>>
    /** Removes blobs in the caller's transaction; unknown keys are ignored. Returns how many were removed. */
    readonly remove: (keys: ReadonlyArray<string>) => Effect.Effect<number>
    /**
     * Removes files written before `instant` that no key refers to, left behind by rollbacks and removals. `instant`
     * must be longer ago than a transaction may take. Returns how many were removed.
     */
    readonly removeUnused: (instant: DateTime.Utc) => Effect.Effect<number>
  }
>()("hub/domain/blobs/Blobs") {}
