import { DateTime, Effect, Option } from "effect"
import { audit } from "../audit/audit.ts"
import { Digests } from "../shared/Digests.ts"
import { randomToken } from "../shared/randomToken.ts"
import { ChatIdentities } from "./ChatIdentities.ts"
import type { ChatInstallation } from "./ChatInstallation.ts"
import { linkLifetime } from "./ChatLinkToken.ts"
import { ChatLinkTokens } from "./ChatLinkTokens.ts"
import { type ChatReply, replies } from "./ChatReply.ts"

/**
 * Creates a link for a user of a chat platform: one-time, valid for ten minutes, to be confirmed by an operator of the
 * installation's organization (INT-043). Replaces an earlier link of the same user. Runs in the caller's transaction.
 */
export const requestChatLink = Effect.fn("requestChatLink")(function* (
  { id: installationId, organizationId, xid }: ChatInstallation,
  user: { readonly userId: string; readonly userName: string },
  linksAt: string
) {
  const identities = yield* ChatIdentities
  const { sha256 } = yield* Digests
  const { userId: externalUserId, userName: externalUserName } = user
  const linked = yield* identities.find({ organizationId, installationId, externalUserId })
  if (Option.isSome(linked)) return replies.linkedAlready satisfies ChatReply
  const now = yield* DateTime.now
  const expiresAt = DateTime.add(now, linkLifetime)
  const token = yield* randomToken("chl_")
  yield* ChatLinkTokens.use((links) =>
    links.insert({
      organizationId,
      installationId,
      externalUserId,
      externalUserName,
      tokenHash: sha256(token),
      createdAt: now,
      expiresAt,
      usedAt: null
    })
  )
  yield* audit({
    organizationId,
    action: "chat_link.requested",
    subject: `chat_installation:${xid}`,
    before: null,
    after: { externalUserId }
  })
  const url = `${linksAt}/${token}`
  const text = `Open ${url} where you are signed in, within ten minutes, and repeat your user id there: ${externalUserId}`
  return { text, link: { token, url, expiresAt } } satisfies ChatReply
})
