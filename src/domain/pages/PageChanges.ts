import { Context, type Effect } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"

/** Tells the processes that serve pages that those of an organization may look different. */
export class PageChanges extends Context.Service<
  PageChanges,
  {
    /**
     * To be called in the transaction of a write of pages, their domains, or what they show: at its commit every process
     * knows. A write that does not call it is seen within a second all the same.
     */
    readonly publish: (of: { readonly organizationId: OrganizationId }) => Effect.Effect<void>
    /**
     * What was read of an organization before this moment, in milliseconds of `performance.now`, is not to be relied on.
     * It is in the future while a transaction of this process may not have committed yet.
     */
    readonly staleBefore: (organizationId: OrganizationId) => number
  }
>()("hub/domain/pages/PageChanges") {}
