import { demoIds } from "../../../src/demo/demoIds.ts"
import { chatIdentityXids, chatLinkTokens, linkingUser } from "../../../src/demo/demoProviders.ts"
import { organizationXid } from "../../../src/demo/demoOrganizations.ts"
import type { Sample } from "../Sample.ts"

const root = `/api/v1/orgs/${organizationXid("A")}`

/** A path of the organization, with those of an unknown and of another one. */
const inOrganization = (rest: string) => ({
  path: `${root}${rest}`,
  missing: `/api/v1/orgs/nobody${rest}`,
  foreign: `/api/v1/orgs/${organizationXid("B")}${rest}`,
  outOfReach: `/api/v1/orgs/${organizationXid("C")}${rest}`
})

/** An id that no row has, in the place of one that leads to another organization: none of the demo data does. */
const nobody = { unreached: "the paths carry no organization, and the token or the link is the operator's own" }

/** Requests about chat links that succeed. */
export const chatLinkSamples: Readonly<Record<string, Sample>> = {
  getChatLink: { path: `/api/v1/chat-links/${chatLinkTokens.opening}`, ...nobody },
  confirmChatLink: {
    path: `/api/v1/chat-links/${chatLinkTokens.confirming}/confirm`,
    body: { externalUserId: linkingUser("confirming") },
    otherBody: { externalUserId: "U-OTHER" },
    ...nobody
  },
  removeChatLink: { path: `/api/v1/chat-links/${chatIdentityXids.linked}`, status: 204, ...nobody }
}

/** A request of each endpoint behind a session that succeeds. */
export const operatorSamples: Readonly<Record<string, Sample>> = {
  readOperatorMessaging: inOrganization("/messaging?scope=ws-a-main"),
  commandAction: {
    ...inOrganization("/messaging?scope=ws-a-main"),
    body: { type: "claim", id: demoIds.actions.unowned79, expectedVersion: 1 },
    otherBody: { type: "claim", id: demoIds.actions.unowned79, expectedVersion: 2 }
  }
}

/** Requests of the sign-in and the sign-out. */
export const sessionSamples: Readonly<Record<string, Sample>> = {
  signInOperator: { path: "/api/v1/session", status: 204 },
  signOutOperator: { path: "/api/v1/session", status: 204 }
}
