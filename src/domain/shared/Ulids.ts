import { Context, type DateTime } from "effect"

/**
 * ULIDs in upper case. Those of one process ascend in the order they were made, also within a millisecond, so that rows
 * of one moment keep their order. Synchronous: a move of points names several rows.
 */
export class Ulids extends Context.Service<Ulids, { readonly make: (at: DateTime.Utc) => string }>()(
  "hub/domain/shared/Ulids"
) {}
