import { Context, type DateTime, type Effect } from "effect"
import type { ProviderRequest } from "./ProviderRequest.ts"

/** The processed signed requests of chat platforms (INT-039). */
export class ProviderRequests extends Context.Service<
  ProviderRequests,
  {
    /** False, without effect, for a request already processed; waits for a concurrent one. */
    readonly insert: (request: ProviderRequest) => Effect.Effect<boolean>
    /**
     * Removes requests of all installations signed before `instant`, possibly in batches; returns how many this call
     * removed.
     */
    readonly removeBefore: (instant: DateTime.Utc) => Effect.Effect<number>
  }
>()("hub/domain/chat/ProviderRequests") {}
