import { claimExample } from "../surface/documents/claimExample.ts"
import type { DocumentFacts } from "../surface/documents/DocumentFacts.ts"
import { cookieName } from "./sessionCookie.ts"

const action = {
  id: "0198c0de-0000-7000-8000-000000000001",
  version: 2,
  state: "owned",
  kind: "housekeeping",
  title: "Extra towels",
  details: null,
  priority: "normal",
  guestId: "g1",
  reservationId: null,
  propertyId: null,
  audience: { kind: "workspace", teamId: null },
  owner: { kind: "operator", id: "demo-operator-manage", displayName: "Operator Thirteen", isSelf: true },
  dueAt: null,
  evidence: null,
  createdAt: "2026-03-01T12:30:00.000Z",
  updatedAt: "2026-03-01T12:31:00.000Z",
  claimedAt: "2026-03-01T12:31:00.000Z",
  finishedAt: null,
  cancelledAt: null
}

const integrationId = "019b76da-a800-75fd-9a6c-77addbc439d4"

const key = {
  id: "0198c0de-0000-7000-8000-000000000003",
  name: "Robots",
  origin: "settings",
  prefix: "hub_live_org_",
  lastFour: "x7Qe",
  permissions: ["hub:api:threads:read", "hub:api:actions:read", "hub:api:brands:read"],
  createdAt: "2026-03-01T12:30:00.000Z",
  expiresAt: "2027-03-01T00:00:00.000Z",
  revokedAt: null,
  lastUsedAt: null
}

const grant = {
  scope: "ws-a-main",
  audience: { workspace: true, teamIds: ["team-night"] },
  active: true,
  permissions: ["hub:api:threads:read", "hub:api:actions:read"],
  deactivatedAt: null
}

const integration = {
  id: integrationId,
  name: "Housekeeping robots",
  origin: "settings",
  keys: [key],
  grants: [grant]
}
const chatInstallation = { id: "0198c0de-0000-7000-8000-000000000004", name: "Team chat" }

const organization = "019b76da-a800-774e-b618-c262e9cb2f89"

const inWorkspace = { orgId: organization, scope: "ws-a-main" }

/** The parts of the operator document that the endpoint declarations do not provide. */
export const operatorDocument: DocumentFacts = {
  basePath: "/api/v1",
  description: [
    "The API of the platform's own operator client, with which operators work on the messages and Actions of their",
    "organization. They authenticate with a session cookie; API keys are not accepted, and access tokens only for",
    "sign-in. Requests that change something must come from the service's own origin. Permissions are evaluated on",
    "every request, not at sign-in. An Idempotency-Key is an unquoted string, kept for 30 days per operator."
  ].join(" "),
  security: {
    operatorSession: {
      type: "apiKey",
      in: "cookie",
      name: cookieName,
      description: "Session of a signed-in operator; named `__Host-hub_session` outside development"
    }
  },
  open: ["signInOperator"],
  unknownFields: "refused",
  requests: {
    listIntegrations: { parameters: { orgId: organization } },
    createIntegration: {
      parameters: { orgId: organization },
      bodies: { robots: { summary: "Integration without keys or grants", value: { name: integration.name } } }
    },
    createIntegrationKey: {
      parameters: { orgId: organization, integrationId, "idempotency-key": "example-key-1" },
      bodies: {
        brands: { summary: "Key for listing brands", value: { name: key.name, permissions: ["hub:api:brands:read"] } },
        messaging: {
          summary: "Key for messaging, with an expiry",
          value: {
            name: key.name,
            permissions: ["hub:api:threads:read", "hub:api:actions:read"],
            expiresAt: "2999-01-01T00:00:00Z"
          }
        }
      }
    },
    revokeIntegrationKey: {
      parameters: {
        orgId: organization,
        integrationId: "019b76da-a800-7357-9584-4267603d12b1",
        keyId: "019b76da-a800-7204-848e-eabee15adf95"
      }
    },
    changeMessagingGrant: {
      parameters: { orgId: organization, integrationId },
      bodies: {
        whole: {
          summary: "Grant for the whole workspace and one team",
          value: {
            scope: grant.scope,
            audience: grant.audience,
            active: true,
            permissions: grant.permissions
          }
        },
        end: {
          summary: "End a grant",
          value: {
            scope: grant.scope,
            audience: { workspace: true, teamIds: [] },
            active: false,
            permissions: grant.permissions
          }
        }
      }
    },
    rotatePropertyInviteLink: { parameters: { orgId: organization, propertyId: "t5jsyq1qwiudc8e7cj2uvs7t" } },
    getChatLink: { parameters: { chatLinkId: "chl_Y8UVX32SuKm5KHP3moW7Y5CE7w4cQFvogjtLWQ2bWGm" } },
    confirmChatLink: {
      parameters: { token: "chl_xrk2lXphuQsdW9okOVNDFUdzCn7Qb1MIEbiFeDTDiKw", "idempotency-key": "example-link-1" },
      bodies: { confirm: { summary: "Repeat your chat user id", value: { externalUserId: "U-CONFIRMING" } } }
    },
    removeChatLink: {
      parameters: { chatLinkId: "019b76da-a800-716f-b69a-b963d6825534", "idempotency-key": "example-unlink-1" }
    },
    readOperatorMessaging: {
      parameters: { ...inWorkspace, guest: "019b76da-a800-7220-93f2-451c20020abb" }
    },
    commandAction: {
      parameters: { ...inWorkspace, "idempotency-key": "example-command-1" },
      bodies: {
        claim: {
          summary: "Claim an unowned Action",
          value: { type: "claim", id: "019b76da-a800-711c-9b3c-1ee66d9a9aa1", expectedVersion: 1 }
        },
        create: {
          summary: "Create an Action",
          value: { type: "create_action", title: "Extra towels", kind: "housekeeping" }
        }
      }
    },
    readCollaboration: { parameters: inWorkspace },
    commandCollaboration: {
      parameters: { ...inWorkspace, "idempotency-key": "example-comment-1" },
      bodies: {
        comment: {
          summary: "Comment on an Action and mention an operator",
          value: {
            type: "post_comment",
            subject: { type: "action", id: "019b76da-a800-711c-9b3c-1ee66d9a9aa1" },
            body: "Could you take this over?",
            mentions: ["demo-operator-manage2"]
          }
        },
        ask: {
          summary: "Ask the assistant privately about a guest",
          value: {
            type: "ask_privately",
            guestId: "019b76da-a800-7220-93f2-451c20020abb",
            question: "What has this guest asked for?"
          }
        }
      }
    }
  },
  examples: {
    listIntegrations: { items: [integration] },
    createIntegration: { ...integration, keys: [], grants: [] },
    createIntegrationKey: {
      ...key,
      secret: "the secret, returned only once",
      secretShown: false
    },
    changeMessagingGrant: { ...grant, releasedActions: 0 },
    rotatePropertyInviteLink: {
      propertyId: "t5jsyq1qwiudc8e7cj2uvs7t",
      inviteLinkToken: "the new token, returned only once",
      tokenShown: false
    },
    getChatLink: {
      installation: chatInstallation,
      externalUserName: "Operator Thirteen",
      expiresAt: "2026-03-01T12:40:00.000Z"
    },
    confirmChatLink: {
      id: "0198c0de-0000-7000-8000-000000000003",
      installation: chatInstallation,
      externalUserId: "U-CONFIRMING",
      externalUserName: "Operator Thirteen",
      linkedAt: "2026-03-01T12:31:00.000Z"
    },
    readOperatorMessaging: { view: "actions", scope: "ws-a-main", items: [action], nextCursor: null },
    commandAction: { ...claimExample, action },
    readCollaboration: {
      view: "state",
      scope: "ws-a-main",
      actions: { unowned: 12, owned: 3, finished: 40, cancelled: 2 },
      attention: 1
    },
    commandCollaboration: {
      type: "post_comment",
      id: "0198c0de-0000-7000-8000-000000000003",
      subject: { type: "action", id: action.id },
      author: { id: "demo-operator-manage", displayName: "Operator Thirteen", isSelf: true },
      body: "Could you take this over?",
      mentions: [{ id: "demo-operator-manage2", displayName: "Operator Fourteen", isSelf: false }],
      createdAt: "2026-03-01T12:32:00.000Z",
      editedAt: null
    }
  }
}
