import { hubKeyXid } from "../../../src/demo/demoHubKeys.ts"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { chatIdentityXids, chatLinkTokens, linkingUser } from "../../../src/demo/demoProviders.ts"
import { organizationXid } from "../../../src/demo/demoOrganizations.ts"
import type { Sample } from "../http/Sample.ts"

const root = `/api/v1/orgs/${organizationXid("A")}`

/** A path of the organization, with the same path of an unknown and of a foreign organization. */
const inOrganization = (rest: string) => ({
  path: `${root}${rest}`,
  missing: `/api/v1/orgs/nobody${rest}`,
  foreign: `/api/v1/orgs/${organizationXid("B")}${rest}`,
  outOfReach: `/api/v1/orgs/${organizationXid("C")}${rest}`
})

/** A missing id instead of a foreign one: the demo data has no such foreign row. */
const nobody = { unreached: "the paths carry no organization, and the token or the link is the operator's own" }

/** Successful requests about chat links. */
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

/** A successful request to each endpoint that needs a session. */
export const operatorSamples: Readonly<Record<string, Sample>> = {
  readOperatorMessaging: inOrganization("/messaging?scope=ws-a-main"),
  commandAction: {
    ...inOrganization("/messaging?scope=ws-a-main"),
    body: { type: "claim", id: demoIds.actions.unowned79, expectedVersion: 1 },
    otherBody: { type: "claim", id: demoIds.actions.unowned79, expectedVersion: 2 }
  },
  readCollaboration: inOrganization("/collaboration?scope=ws-a-main"),
  commandCollaboration: {
    ...inOrganization("/collaboration?scope=ws-a-main"),
    body: { type: "post_comment", subject: { type: "action", id: demoIds.actions.unowned78 }, body: "Who takes this?" },
    otherBody: { type: "post_comment", subject: { type: "action", id: demoIds.actions.unowned78 }, body: "I do." }
  }
}

/** Settings endpoints directly below the organization. */
export const settingsSamples: Readonly<Record<string, Sample>> = {
  listIntegrations: inOrganization("/settings/integrations"),
  createIntegration: {
    ...inOrganization("/settings/integrations"),
    body: { name: "Housekeeping robots" },
    otherBody: { name: "Housekeeping" },
    status: 201
  }
}

const integrations = `${root}/settings/integrations`

/** A path below an integration, with that of another organization's. */
const ofIntegration = (id: string, rest: string) => ({
  path: `${integrations}/${id}/${rest}`,
  foreign: `${integrations}/${demoIds.integrations.organizationB}/${rest}`,
  isShared: true as const
})

/** The settings endpoint that creates a key, which requires an Idempotency-Key. */
export const keySamples: Readonly<Record<string, Sample>> = {
  createIntegrationKey: {
    ...ofIntegration(demoIds.integrations.brands, "keys"),
    body: { name: "Robots", permissions: ["hub:api:brands:read"], expiresAt: "2999-01-01T00:00:00.000Z" },
    otherBody: { name: "Robots", permissions: ["hub:api:threads:read"] },
    shownOnce: { field: "secret", flag: "secretShown" },
    status: 201
  }
}

const inviteLink = (propertyId: string) => `${root}/settings/invite-links/${propertyId}/rotate`

/** Settings endpoints of one existing row. */
export const settingsRowSamples: Readonly<Record<string, Sample>> = {
  revokeIntegrationKey: {
    ...ofIntegration(demoIds.integrations.main, `keys/${hubKeyXid("KH_threads")}`),
    foreign: `${integrations}/${demoIds.integrations.main}/keys/${hubKeyXid("KH_B")}`,
    status: 204
  },
  changeMessagingGrant: {
    ...ofIntegration(demoIds.integrations.brands, "grant"),
    body: {
      scope: "ws-a-main",
      audience: { workspace: true, teamIds: ["team-night"] },
      active: true,
      permissions: ["hub:api:actions:read"]
    }
  },
  rotatePropertyInviteLink: {
    path: inviteLink(demoIds.venues.V1),
    foreign: inviteLink(demoIds.venues.W1),
    outOfReach: inviteLink(demoIds.venues.V2),
    shownOnce: { field: "inviteLinkToken", flag: "tokenShown" }
  }
}

/** Requests for sign-in and sign-out. */
export const sessionSamples: Readonly<Record<string, Sample>> = {
  signInOperator: { path: "/api/v1/session", status: 204 },
  signOutOperator: { path: "/api/v1/session", status: 204 }
}

/** All samples, with those that end the session last. */
export const everyOperatorSample: Readonly<Record<string, Sample>> = {
  ...operatorSamples,
  ...settingsSamples,
  ...keySamples,
  ...settingsRowSamples,
  ...chatLinkSamples,
  ...sessionSamples
}
