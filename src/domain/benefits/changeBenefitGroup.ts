import { DateTime, Effect, Equal } from "effect"
import { audit } from "../audit/audit.ts"
import { BenefitGroups } from "./BenefitGroups.ts"
import type { NewBenefitGroup } from "./createBenefitGroup.ts"
import { auditedGroup, groupSubject, lockBenefitGroup } from "./lockBenefitGroup.ts"

/** New settings of a group; absent ones stay, a null description removes it. */
export type BenefitGroupChange = { readonly [Field in keyof NewBenefitGroup]?: NewBenefitGroup[Field] | undefined }

/**
 * Changes a group; no effect if nothing differs. Arrival tasks do not depend on groups: an arriving member has the stay
 * that a group may require.
 */
export const changeBenefitGroup = Effect.fnUntraced(function* (groupId: string, change: BenefitGroupChange) {
  const { reach, row, view } = yield* lockBenefitGroup(groupId)
  const groups = yield* BenefitGroups
  const { description = row.description, enabled = row.enabled, name = row.name } = change
  const settings = { name, description, enabled, stayRequired: change.stayRequired ?? row.stayRequired }
  const before = auditedGroup(view)
  const after = { ...before, ...settings }
  if (Equal.equals(before, after)) return view
  yield* groups.update(row, { ...settings, updatedAt: yield* DateTime.now })
  const { organizationId } = row
  yield* audit({ organizationId, action: "benefit_group.changed", subject: groupSubject(row), before, after })
  return yield* groups.get({ reach, groupId })
})
