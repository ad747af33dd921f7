import { DateTime, Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { narrowReach } from "../venues/narrowReach.ts"
import { PointMultipliers } from "./PointMultipliers.ts"

const today = Effect.map(DateTime.now, DateTime.formatIsoDateUtc)

/**
 * A page of the organization's multipliers: those of the venues in the filter, and organization-wide ones, which apply
 * at every venue.
 */
export const listPointMultipliers = Effect.fnUntraced(function* (query: {
  readonly propertyIds?: ReadonlyArray<string> | undefined
  readonly activeOn?: string | undefined
  readonly limit: number
  readonly offset: number
}) {
  const { activeOn, limit, offset, propertyIds } = query
  const reach = yield* narrowReach(propertyIds)
  const day = activeOn ?? (yield* today)
  const isActiveOnly = activeOn !== undefined
  const page = yield* PointMultipliers.use(({ list }) => list({ reach, day, isActiveOnly, limit, offset }))
  return { items: page.items, total: page.total, limit, offset }
})

/** One multiplier, with its state as of today. */
export const getPointMultiplier = Effect.fnUntraced(function* (multiplierId: string) {
  const { reach } = yield* PartnerCaller
  const day = yield* today
  return yield* PointMultipliers.use(({ get }) => get({ reach, multiplierId, day }))
})
