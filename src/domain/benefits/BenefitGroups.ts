import { Context, type Effect } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { Change, Unnumbered } from "../dataset/Rows.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { Page } from "../shared/Page.ts"
import type { BenefitGroup, BenefitId } from "./Benefit.ts"
import type { BenefitGroupDetail, BenefitGroupView } from "./BenefitGroupView.ts"

export interface BenefitGroupsQuery {
  readonly reach: Reach
  readonly enabled: boolean | undefined
  readonly limit: number
  readonly offset: number
}

/** A group of the organizations within reach, by its external id. */
export interface BenefitGroupLocator {
  readonly reach: Reach
  readonly groupId: string
}

/** A group by its internal id. */
export interface BenefitGroupKey {
  readonly organizationId: OrganizationId
  readonly id: number
}

/** The benefit groups of organizations, readable to every caller of the organization (DOMAIN 1.7). */
export class BenefitGroups extends Context.Service<
  BenefitGroups,
  {
    /** Ordered by name in binary order, then by creation. */
    readonly list: (query: BenefitGroupsQuery) => Effect.Effect<Page<BenefitGroupView>>
    readonly get: (locator: BenefitGroupLocator) => Effect.Effect<BenefitGroupDetail, NotFound>
    /** Locks the row until the transaction ends. */
    readonly getForUpdate: (locator: BenefitGroupLocator) => Effect.Effect<BenefitGroup, NotFound>
    readonly insert: (row: Unnumbered<"benefitGroups">) => Effect.Effect<BenefitGroup>
    readonly update: (key: BenefitGroupKey, change: Change<"benefitGroups">) => Effect.Effect<void>
    /** Removes the group only; its benefits stay. */
    readonly remove: (key: BenefitGroupKey) => Effect.Effect<void>
    /** Replaces its benefits, in this order. */
    readonly replaceBenefits: (key: BenefitGroupKey, benefitIds: ReadonlyArray<BenefitId>) => Effect.Effect<void>
  }
>()("hub/domain/benefits/BenefitGroups") {}
