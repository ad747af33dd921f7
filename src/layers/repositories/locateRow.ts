import { Effect, Option } from "effect"
import { type Reach, reachesOrganization } from "../../domain/access/Reach.ts"
import type { OrganizationId } from "../../domain/organizations/Organization.ts"
import { orMissing } from "../../domain/shared/orMissing.ts"

/** The row of this public id whose organization is within reach; fails with `NotFound` otherwise. */
export const locateRow = <Row extends { readonly organizationId: OrganizationId; readonly xid: string }>(
  rows: Effect.Effect<ReadonlyArray<Row>>,
  id: string,
  reach: Reach
) =>
  Effect.flatMap(rows, (all) =>
    orMissing(
      Option.fromUndefinedOr(
        all.find(({ organizationId, xid }) => xid === id && reachesOrganization(reach, organizationId))
      )
    )
  )
