import { Context, type DateTime, type Effect } from "effect"
import type { ProviderRequest } from "./ProviderRequest.ts"

/** The signed requests of chat platforms that were taken (INT-039). */
export class ProviderRequests extends Context.Service<
  ProviderRequests,
  {
    /** False, without effect, for a request that was taken already; waits for one that is being taken in parallel. */
    readonly insert: (request: ProviderRequest) => Effect.Effect<boolean>
    /** Forgets requests signed before `instant`, of all installations. A store may need several calls; answers how many. */
    readonly removeBefore: (instant: DateTime.Utc) => Effect.Effect<number>
  }
>()("hub/domain/chat/ProviderRequests") {}
