import { Effect } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import { processDue } from "./processDue.ts"

/**
 * As `processDue`, for items of many organizations: those of one organization are processed together, and an
 * organization whose items fail, or of which none could be processed, is excepted from the further lists of this run.
 */
export const processByOrganization = <Item extends { readonly organizationId: OrganizationId }, R, R2>(
  list: (except: ReadonlyArray<OrganizationId>) => Effect.Effect<ReadonlyArray<Item>, never, R>,
  process: (organizationId: OrganizationId, items: ReadonlyArray<Item>) => Effect.Effect<number, never, R2>
) =>
  processDue(
    (skipped: ReadonlyArray<readonly [OrganizationId, ReadonlyArray<Item>]>) =>
      Effect.map(list(skipped.map(([organizationId]) => organizationId)), (items) => [
        ...Map.groupBy(items, ({ organizationId }) => organizationId)
      ]),
    ([organizationId, items]) => process(organizationId, items)
  )
