import { DateTime, Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { audit } from "../audit/audit.ts"
import type { OperatorId } from "../operators/Operator.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { Digests } from "../shared/Digests.ts"
import { ChatIdentities } from "./ChatIdentities.ts"
import { ChatLinkMissing, ExternalUserMismatch } from "./ChatErrors.ts"
import { ChatLinkTokens } from "./ChatLinkTokens.ts"
import type { LinkedChatUser } from "./ChatLinkView.ts"

/** The signed-in operator who links a user of a chat platform, and their organization. */
export interface LinkingOperator {
  readonly operatorId: OperatorId
  readonly organizationId: OrganizationId
}

/** The open link with the token, in the operator's organization; otherwise `ChatLinkMissing` (INT-043). */
export const openChatLink = Effect.fnUntraced(function* (organizationId: OrganizationId, token: string) {
  const links = yield* ChatLinkTokens
  const { sha256 } = yield* Digests
  const found = yield* links.findOpen(organizationId, sha256(token), yield* DateTime.now)
  return Option.isSome(found) ? found.value : yield* new ChatLinkMissing()
})

/**
 * Links the user that a token was created for to the operator, who must enter the user id, so that nobody can trick a
 * colleague into confirming another identity (INT-043). Runs in the caller's transaction; of several concurrent calls,
 * one succeeds.
 */
export const confirmChatLink = Effect.fn("confirmChatLink")(function* (
  { operatorId, organizationId }: LinkingOperator,
  token: string,
  externalUserId: string
) {
  const links = yield* ChatLinkTokens
  const random = yield* SecureRandom.SecureRandom
  const now = yield* DateTime.now
  const { installation, link } = yield* openChatLink(organizationId, token)
  if (link.externalUserId !== externalUserId) return yield* new ExternalUserMismatch()
  if (!(yield* links.use(link, now))) return yield* new ChatLinkMissing()
  const xid = yield* random.uuidV7()
  const { externalUserName, installationId } = link
  yield* ChatIdentities.use((identities) =>
    identities.insert({
      xid,
      organizationId,
      installationId,
      externalUserId,
      externalUserName,
      operatorId,
      linkedAt: now,
      lastTurnAt: null
    })
  )
  yield* audit({
    organizationId,
    action: "chat_identity.linked",
    subject: `chat_identity:${xid}`,
    before: null,
    after: { installationId: installation.xid, externalUserId }
  })
  return {
    id: xid,
    installation: { id: installation.xid, name: installation.name },
    externalUserId,
    externalUserName,
    linkedAt: DateTime.formatIso(now)
  } satisfies LinkedChatUser
})
