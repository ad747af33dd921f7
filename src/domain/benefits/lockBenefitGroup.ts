import { Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { requireAllVenues } from "../access/requireAllVenues.ts"
import type { BenefitGroup } from "./Benefit.ts"
import type { BenefitGroupDetail } from "./BenefitGroupView.ts"
import { BenefitGroups } from "./BenefitGroups.ts"

/** The settings of a group as the audit log holds them, with its benefits by external id, in their order. */
export const auditedGroup = ({ benefits, description, enabled, name, stayRequired }: BenefitGroupDetail) => ({
  name,
  description,
  enabled,
  stayRequired,
  benefitIds: benefits.map(({ benefitId }) => benefitId)
})

/** What a group is audited as. */
export const groupSubject = ({ xid }: Pick<BenefitGroup, "xid">) => `benefit_group:${xid}`

/** Locks a group for a change by a caller with all venues; `shown` is the group as it is (DOMAIN 1.7). */
export const lockBenefitGroup = Effect.fnUntraced(function* (groupId: string) {
  const { reach } = yield* PartnerCaller
  const groups = yield* BenefitGroups
  const row = yield* groups.getForUpdate({ reach, groupId })
  yield* requireAllVenues(reach)
  return { reach, row, shown: yield* groups.get({ reach, groupId }) }
})
