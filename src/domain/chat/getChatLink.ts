import { DateTime, Effect } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { ChatLinkView } from "./ChatLinkView.ts"
import { openChatLink } from "./confirmChatLink.ts"

/** The open link with the token, as an operator of the organization sees it before confirming (INT-043). */
export const getChatLink = Effect.fn("getChatLink")(function* (organizationId: OrganizationId, token: string) {
  const { installation, link } = yield* openChatLink(organizationId, token)
  return {
    installation: { id: installation.xid, name: installation.name },
    externalUserName: link.externalUserName,
    expiresAt: DateTime.formatIso(link.expiresAt)
  } satisfies ChatLinkView
})
