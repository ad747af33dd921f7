import { Context } from "effect"

/** The exact permission strings that the caller's credential carries (PAR-114). */
export class Authority extends Context.Service<Authority, { readonly permissions: ReadonlySet<string> }>()(
  "hub/domain/access/Authority"
) {}
