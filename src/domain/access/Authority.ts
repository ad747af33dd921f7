import { Context } from "effect"

/** What the caller of this request may do: the exact permission strings that its credential carries (PAR-114). */
export class Authority extends Context.Service<Authority, { readonly permissions: ReadonlySet<string> }>()(
  "hub/domain/access/Authority"
) {}
