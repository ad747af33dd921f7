import { Context, type DateTime } from "effect"

/**
 * Upper-case ULIDs, monotonic within a process even within a millisecond, so that simultaneous rows keep their order.
 * Synchronous, because one wallet move creates several.
 */
export class Ulids extends Context.Service<Ulids, { readonly make: (at: DateTime.Utc) => string }>()(
  "hub/domain/shared/Ulids"
) {}
