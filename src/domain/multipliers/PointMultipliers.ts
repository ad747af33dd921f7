import { Context, type Effect } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { Page } from "../shared/Page.ts"
import type { PointMultiplierView } from "./PointMultiplierView.ts"

/** Which multipliers to list; `isActiveOnly` keeps only those active on the day. */
export interface PointMultipliersQuery {
  readonly reach: Reach
  /** The check-in day, `YYYY-MM-DD`. */
  readonly day: string
  readonly isActiveOnly: boolean
  readonly limit: number
  readonly offset: number
}

/**
 * The tiers and campaigns of organizations as point multipliers. A venue's campaign is in scope with its venue; all
 * others are organization-wide (DOMAIN 1.7).
 */
export class PointMultipliers extends Context.Service<
  PointMultipliers,
  {
    /** The tiers by program and level, then the campaigns by start and id, both in binary order. */
    readonly list: (query: PointMultipliersQuery) => Effect.Effect<Page<PointMultiplierView>>
    readonly get: (locator: {
      readonly reach: Reach
      readonly multiplierId: string
      readonly day: string
    }) => Effect.Effect<PointMultiplierView, NotFound>
  }
>()("hub/domain/multipliers/PointMultipliers") {}
