import { Effect } from "effect"
import { audit } from "../audit/audit.ts"
import { BenefitGroups } from "./BenefitGroups.ts"
import { auditedGroup, groupSubject, lockBenefitGroup } from "./lockBenefitGroup.ts"

/** Removes a group; its benefits stay. */
export const removeBenefitGroup = Effect.fnUntraced(function* (groupId: string) {
  const { row, view } = yield* lockBenefitGroup(groupId)
  yield* BenefitGroups.use(({ remove }) => remove(row))
  yield* audit({
    organizationId: row.organizationId,
    action: "benefit_group.removed",
    subject: groupSubject(row),
    before: auditedGroup(view),
    after: null
  })
})
