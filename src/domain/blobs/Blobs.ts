import { Context, type DateTime, type Effect, type Option } from "effect"
import type { Blob } from "./Blob.ts"

/** Immutable bytes by key: large, never changed, and read more often than written. */
export class Blobs extends Context.Service<
  Blobs,
  {
    /** Stores what the keys do not have yet, in the caller's transaction: a key that is taken keeps its bytes. */
    readonly insertMissing: (blobs: ReadonlyArray<Blob>) => Effect.Effect<void>
    /** None also for a key whose bytes are lost, which is logged. */
    readonly find: (key: string) => Effect.Effect<Option.Option<Pick<Blob, "contentType" | "bytes">>>
    /** Removes them, in the caller's transaction; keys that nothing has are no failure. Answers how many it removed. */
    readonly remove: (keys: ReadonlyArray<string>) => Effect.Effect<number>
    /**
     * Removes bytes written before `instant` that no key has: what a transaction that was rolled back or a removal has
     * left beside the database. `instant` must be longer ago than a transaction may take. Answers how many it removed.
     */
    readonly removeUnused: (instant: DateTime.Utc) => Effect.Effect<number>
  }
>()("hub/domain/blobs/Blobs") {}
