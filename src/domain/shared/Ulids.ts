import { Context, type DateTime } from "effect"

/**
 * ULIDs in upper case, ascending within a process even within a millisecond, so that simultaneous rows keep their
 * order. Synchronous, because a move of points creates several.
 */
export class Ulids extends Context.Service<Ulids, { readonly make: (at: DateTime.Utc) => string }>()(
  "hub/domain/shared/Ulids"
) {}
