import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { writingOrganization } from "../access/writingOrganization.ts"
import { audit } from "../audit/audit.ts"
import { BenefitGroups } from "./BenefitGroups.ts"
import { auditedGroup, groupSubject } from "./lockBenefitGroup.ts"

/** A group as a partner creates it. */
export interface NewBenefitGroup {
  readonly name: string
  readonly description?: string | null | undefined
  readonly enabled?: boolean | undefined
  readonly stayRequired?: boolean | undefined
}

/** Creates a group without benefits. Members identify it by a number and a document id. */
export const createBenefitGroup = Effect.fnUntraced(function* (request: NewBenefitGroup) {
  const { id: organizationId } = yield* writingOrganization
  const { reach } = yield* PartnerCaller
  const groups = yield* BenefitGroups
  const random = yield* SecureRandom.SecureRandom
  const now = yield* DateTime.now
  const { description = null, enabled = true, name, stayRequired = false } = request
  const row = yield* groups.insert({
    xid: yield* random.uuidV7(),
    organizationId,
    documentId: (yield* random.uuidV7()).replaceAll("-", ""),
    name,
    description,
    enabled,
    stayRequired,
    createdAt: now,
    updatedAt: now
  })
  const created = yield* groups.get({ reach, groupId: row.xid })
  yield* audit({
    organizationId,
    action: "benefit_group.created",
    subject: groupSubject(row),
    before: null,
    after: auditedGroup(created)
  })
  return created
})
