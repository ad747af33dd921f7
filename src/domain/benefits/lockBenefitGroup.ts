import { Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { requireAllVenues } from "../access/requireAllVenues.ts"
import type { BenefitGroup } from "./Benefit.ts"
import type { BenefitGroupDetail } from "./BenefitGroupView.ts"
import { BenefitGroups } from "./BenefitGroups.ts"

/** The settings of a group as recorded in the audit log, with the external ids of its benefits in order. */
export const auditedGroup = ({ benefits, description, enabled, name, stayRequired }: BenefitGroupDetail) => ({
  name,
  description,
  enabled,
  stayRequired,
  benefitIds: benefits.map(({ benefitId }) => benefitId)
})

/** The audit subject of a group. */
export const groupSubject = ({ xid }: Pick<BenefitGroup, "xid">) => `benefit_group:${xid}`

/** Locks a group for a change by a caller with all venues; `view` is its current state (DOMAIN 1.7). */
export const lockBenefitGroup = Effect.fnUntraced(function* (groupId: string) {
  const { reach } = yield* PartnerCaller
  const groups = yield* BenefitGroups
  const row = yield* groups.getForUpdate({ reach, groupId })
  yield* requireAllVenues(reach)
  return { reach, row, view: yield* groups.get({ reach, groupId }) }
})
