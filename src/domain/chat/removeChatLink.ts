import { DateTime, Effect, Option } from "effect"
import { PermissionMissing } from "../access/requirePermissions.ts"
import { audit } from "../audit/audit.ts"
import { organizationsManage } from "../operators/operatorPermissions.ts"
import { ChatConsultations } from "./ChatConsultations.ts"
import { ChatIdentities } from "./ChatIdentities.ts"
import { ChatLinkMissing } from "./ChatErrors.ts"
import type { LinkingOperator } from "./confirmChatLink.ts"

/**
 * Unlinks a user of a chat platform, whose open consultation ends (INT-043): the operator's own, or any of the organization
 * for who manages it. In the caller's transaction.
 */
export const removeChatLink = Effect.fn("removeChatLink")(function* (
  { isManager, operatorId, organizationId }: LinkingOperator & { readonly isManager: boolean },
  identityXid: string
) {
  const identities = yield* ChatIdentities
  const found = Option.getOrUndefined(yield* identities.findByXid(organizationId, identityXid))
  if (found === undefined) return yield* new ChatLinkMissing()
  if (found.operatorId !== operatorId && !isManager) {
    return yield* new PermissionMissing({ requiredPermissions: [organizationsManage] })
  }
  if (!(yield* identities.remove(found))) return yield* new ChatLinkMissing()
  yield* ChatConsultations.use((consultations) =>
    Effect.flatMap(DateTime.now, (at) => consultations.close(found, { by: "unlink", at }))
  )
  yield* audit({
    organizationId,
    action: "chat_identity.unlinked",
    subject: `chat_identity:${found.xid}`,
    before: { externalUserId: found.externalUserId },
    after: null
  })
})
