import { Context, type DateTime, type Effect } from "effect"
import type { OwnedKey } from "./IdempotencyKeys.ts"

/** A key that its owner no longer needs, and the end of its lease. */
export type LeasedKey = OwnedKey & { readonly leaseUntil: DateTime.Utc }

/** Releases keys without a stored response, so that a retry need not wait for the lease to expire (PAR-125). */
export class KeyReleases extends Context.Service<
  KeyReleases,
  {
    /** Immediately if the store is available; otherwise retried in the background until the lease expires. */
    readonly release: (key: LeasedKey) => Effect.Effect<void>
  }
>()("hub/domain/idempotency/KeyReleases") {}
