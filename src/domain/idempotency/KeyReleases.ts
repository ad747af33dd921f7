import { Context, type DateTime, type Effect } from "effect"
import type { OwnedKey } from "./IdempotencyKeys.ts"

/** A key that its owner has no more use for, and until when nobody else can take it anyway. */
export type LeasedKey = OwnedKey & { readonly leaseUntil: DateTime.Utc }

/** Gives keys back that no answer was kept for, so that a retry need not wait for the end of a lease (PAR-125). */
export class KeyReleases extends Context.Service<
  KeyReleases,
  {
    /** At once if the store takes it, else behind the answer, again and again until the lease ends. */
    readonly release: (key: LeasedKey) => Effect.Effect<void>
  }
>()("hub/domain/idempotency/KeyReleases") {}
