import { DateTime, Effect, TxHashMap } from "effect"
import { type Reach, reachesVenue } from "../../domain/access/Reach.ts"
import type { Benefit } from "../../domain/benefits/Benefit.ts"
import type { BenefitView } from "../../domain/benefits/BenefitView.ts"
import { binaryOrder } from "../memory/binaryOrder.ts"
import type { Memory } from "../memory/Memory.ts"
import { lookUp } from "./lookUp.ts"

/** Views of in-memory benefits for a caller with this reach. */
export const benefitViews = Effect.fnUntraced(function* (memory: Memory["Service"], reach: Reach) {
  const venues = yield* TxHashMap.snapshot(memory.properties)
  const groups = yield* TxHashMap.snapshot(memory.benefitGroups)
  const benefitVenues = yield* TxHashMap.values(memory.benefitVenues)
  const items = yield* TxHashMap.values(memory.benefitGroupItems)
  return (row: Benefit): BenefitView => ({
    benefitId: row.xid,
    name: row.name,
    description: row.description,
    kind: row.kind,
    redemptionType: row.redemptionType,
    minTierLevel: row.minTierLevel,
    scope: row.scope,
    propertyIds: benefitVenues
      .filter((assignment) => row.scope === "property" && assignment.benefitId === row.id)
      .filter(({ organizationId, propertyId }) => reachesVenue(reach, organizationId, propertyId))
      .flatMap(({ propertyId }) => lookUp(venues, propertyId, ({ documentId }) => documentId) ?? [])
      .toSorted(binaryOrder),
    howToRedeem: row.howToRedeem,
    heroImageUrl: row.heroImage?.url ?? null,
    enabled: row.enabled,
    groupIds: items
      .filter(({ benefitId }) => benefitId === row.id)
      .flatMap(({ groupId }) => lookUp(groups, groupId, ({ xid }) => xid) ?? [])
      .toSorted(binaryOrder),
    createdAt: DateTime.formatIso(row.createdAt),
    updatedAt: DateTime.formatIso(row.updatedAt)
  })
})
