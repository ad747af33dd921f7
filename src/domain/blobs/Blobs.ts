import { Context, type Effect, type Option } from "effect"
import type { BlobRow } from "./Blob.ts"

/** Immutable bytes by key: large, never changed, and read more often than written. */
export class Blobs extends Context.Service<
  Blobs,
  {
    /** Stores what the keys do not have yet, in the caller's transaction: a key that is taken keeps its bytes. */
    readonly insertMissing: (blobs: ReadonlyArray<BlobRow>) => Effect.Effect<void>
    readonly find: (key: string) => Effect.Effect<Option.Option<Pick<BlobRow, "contentType" | "bytes">>>
    /** Removes them, in the caller's transaction; keys that nothing has are no failure. Answers how many it removed. */
    readonly remove: (keys: ReadonlyArray<string>) => Effect.Effect<number>
  }
>()("hub/domain/blobs/Blobs") {}
