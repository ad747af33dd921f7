import { Context, type Effect } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { Change, Unnumbered } from "../dataset/Rows.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { VenueId } from "../properties/Property.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { Page } from "../shared/Page.ts"
import type { Benefit, BenefitId } from "./Benefit.ts"
import type { BenefitView } from "./BenefitView.ts"

/** Which benefits to list: those whose name contains `q`, of a kind, and those that are offered at `venueId`. */
export interface BenefitsQuery {
  readonly reach: Reach
  readonly q: string | undefined
  readonly kind: string | undefined
  readonly enabled: boolean | undefined
  readonly venueId: VenueId | undefined
  readonly limit: number
  readonly offset: number
}

/** A benefit of the organizations within reach, by its external id. */
export interface BenefitLocator {
  readonly reach: Reach
  readonly benefitId: string
}

/** A benefit by its internal id. */
export interface BenefitKey {
  readonly organizationId: OrganizationId
  readonly id: BenefitId
}

/**
 * The benefits of organizations, readable to every caller of the organization, with venues cut to the reach (DOMAIN
 * 1.7). Archived ones are treated as missing.
 */
export class Benefits extends Context.Service<
  Benefits,
  {
    /** By name then id, both in binary order. `q` matches literally, ignoring case and accents. */
    readonly list: (query: BenefitsQuery) => Effect.Effect<Page<BenefitView>>
    readonly get: (locator: BenefitLocator) => Effect.Effect<BenefitView, NotFound>
    /** Locks the row until the transaction ends, against changes and against `listForShare`. */
    readonly getForUpdate: (locator: BenefitLocator) => Effect.Effect<Benefit, NotFound>
    /** The benefits with these external ids, by internal id, locked against archiving until the transaction ends. */
    readonly listForShare: (of: {
      readonly organizationId: OrganizationId
      readonly benefitIds: ReadonlyArray<string>
    }) => Effect.Effect<ReadonlyArray<Pick<Benefit, "id" | "xid">>>
    readonly insert: (row: Unnumbered<"benefits">) => Effect.Effect<Benefit>
    readonly update: (key: BenefitKey, change: Change<"benefits">) => Effect.Effect<void>
    readonly replaceVenues: (key: BenefitKey, venueIds: ReadonlyArray<VenueId>) => Effect.Effect<void>
  }
>()("hub/domain/benefits/Benefits") {}
