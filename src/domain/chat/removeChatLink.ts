import { Effect, Option } from "effect"
import { PermissionMissing } from "../access/requirePermissions.ts"
import { audit } from "../audit/audit.ts"
import { organizationsManage } from "../operators/operatorPermissions.ts"
import { ChatIdentities } from "./ChatIdentities.ts"
import { ChatLinkMissing } from "./ChatErrors.ts"
import { closeConsultation } from "./closeConsultation.ts"
import type { LinkingOperator } from "./confirmChatLink.ts"

/**
 * Unlinks a user of a chat platform and ends their open consultation (INT-043). Operators may unlink their own users,
 * managers any of the organization. Runs in the caller's transaction.
 */
export const removeChatLink = Effect.fn("removeChatLink")(function* (
  { isManager, operatorId, organizationId }: LinkingOperator & { readonly isManager: boolean },
  identityXid: string
) {
  const identities = yield* ChatIdentities
  const identity = Option.getOrUndefined(yield* identities.findByXid(organizationId, identityXid))
  if (identity === undefined) return yield* new ChatLinkMissing()
  if (identity.operatorId !== operatorId && !isManager) {
    return yield* new PermissionMissing({ requiredPermissions: [organizationsManage] })
  }
  if (!(yield* identities.remove(identity))) return yield* new ChatLinkMissing()
  yield* closeConsultation(identity, "unlink")
  yield* audit({
    organizationId,
    action: "chat_identity.unlinked",
    subject: `chat_identity:${identity.xid}`,
    before: { externalUserId: identity.externalUserId },
    after: null
  })
})
