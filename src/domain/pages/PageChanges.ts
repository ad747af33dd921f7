import { Context, type Effect } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"

/** Invalidates the cached pages of an organization in every process that serves pages. */
export class PageChanges extends Context.Service<
  PageChanges,
  {
    /**
     * Call it in the transaction that writes pages, their domains or what they show: every process is notified at its
     * commit. Without it, a write becomes visible within a second.
     */
    readonly publish: (of: { readonly organizationId: OrganizationId }) => Effect.Effect<void>
    /**
     * The time, in milliseconds of `performance.now`, before which anything read of an organization is stale. Lies in
     * the future while a transaction of this process may not have committed yet.
     */
    readonly staleBefore: (organizationId: OrganizationId) => number
  }
>()("hub/domain/pages/PageChanges") {}
