import type { MessagingGrant } from "./MessagingGrant.ts"

/** Of the grants of one integration in one workspace, by id: the active one, else the newest. */
export const currentGrant = (grants: ReadonlyArray<MessagingGrant>): MessagingGrant | undefined =>
  grants.find(({ active }) => active) ?? grants.at(-1)
