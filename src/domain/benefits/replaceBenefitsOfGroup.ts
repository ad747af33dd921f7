import { DateTime, Effect, Equal } from "effect"
import { audit } from "../audit/audit.ts"
import { NotFound } from "../shared/NotFound.ts"
import { BenefitGroups } from "./BenefitGroups.ts"
import { Benefits } from "./Benefits.ts"
import { auditedGroup, groupSubject, lockBenefitGroup } from "./lockBenefitGroup.ts"

/**
 * Replaces the benefits of a group, in this order, each once. A missing, foreign or archived benefit is the same
 * `NotFound` (PAR-140). Locks the group first, then the benefits in order of internal id.
 */
export const replaceBenefitsOfGroup = Effect.fnUntraced(function* (groupId: string, benefitIds: ReadonlyArray<string>) {
  const { reach, row, view } = yield* lockBenefitGroup(groupId)
  const { organizationId } = row
  const groups = yield* BenefitGroups
  const benefits = yield* Benefits.use(({ listForShare }) => listForShare({ organizationId, benefitIds }))
  const idOf = new Map(benefits.map(({ id, xid }): [string, typeof id] => [xid, id]))
  const ids = benefitIds.flatMap((benefitId) => idOf.get(benefitId) ?? [])
  if (ids.length < benefitIds.length) return yield* new NotFound({ field: "benefitIds" })
  const before = auditedGroup(view)
  if (Equal.equals(before.benefitIds, benefitIds)) return view
  yield* groups.replaceBenefits(row, ids)
  yield* groups.update(row, { updatedAt: yield* DateTime.now })
  const changed = yield* groups.get({ reach, groupId })
  yield* audit({
    organizationId,
    action: "benefit_group.benefits_replaced",
    subject: groupSubject(row),
    before,
    after: auditedGroup(changed)
  })
  return changed
})
