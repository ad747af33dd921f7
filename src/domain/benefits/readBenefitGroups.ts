import { Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { BenefitGroups } from "./BenefitGroups.ts"

/** A page of the organization's groups, by name, then in order of creation. */
export const listBenefitGroups = Effect.fnUntraced(function* (query: {
  readonly enabled?: boolean | undefined
  readonly limit: number
  readonly offset: number
}) {
  const { enabled, limit, offset } = query
  const { reach } = yield* PartnerCaller
  const groups = yield* BenefitGroups
  const { items, total } = yield* groups.list({ reach, enabled, limit, offset })
  return { items, total, limit, offset }
})

/** One group with its benefits in their order. */
export const getBenefitGroup = Effect.fnUntraced(function* (groupId: string) {
  const { reach } = yield* PartnerCaller
  return yield* BenefitGroups.use(({ get }) => get({ reach, groupId }))
})
