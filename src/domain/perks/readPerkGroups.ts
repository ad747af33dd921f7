import { Effect } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { PerkViews } from "./PerkViews.ts"

/** The groups of the member's organizations, by name then id (MEM-115, MEM-118). */
export const listPerkGroups = Effect.fnUntraced(function* () {
  const { memberId } = yield* MemberCaller
  const perks = yield* PerkViews
  const items = yield* perks.listGroups(memberId)
  return { items, total: items.length }
})

/** One group; `NotFound` if unknown or another organization's (MEM-055, MEM-056, MEM-118). */
export const getPerkGroup = Effect.fnUntraced(function* (id: number) {
  const { memberId } = yield* MemberCaller
  const perks = yield* PerkViews
  return yield* perks.getGroup({ memberId, id })
})
