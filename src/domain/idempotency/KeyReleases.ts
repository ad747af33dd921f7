import { Context, type DateTime, type Effect } from "effect"
import type { OwnedKey } from "./IdempotencyKeys.ts"

/** A key that its owner no longer needs, and the end of its lease. */
export type LeasedKey = OwnedKey & { readonly leaseUntil: DateTime.Utc }

/** Releases keys without a stored answer, so that a retry need not wait for the lease to end (PAR-125). */
export class KeyReleases extends Context.Service<
  KeyReleases,
  {
    /** At once if the store is available, otherwise retried after the response until the lease ends. */
    readonly release: (key: LeasedKey) => Effect.Effect<void>
  }
>()("hub/domain/idempotency/KeyReleases") {}
