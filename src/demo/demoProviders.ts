import { Record } from "effect"
import type { ChatScheme } from "../domain/chat/ChatInstallation.ts"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import { signingSecretPurpose } from "../domain/providers/Installation.ts"
import type { SmsDelivery } from "../domain/sms/SmsDelivery.ts"
import type { SmsScheme } from "../domain/sms/SmsInstallation.ts"
import type { DemoClock } from "./DemoClock.ts"
import { messageXid } from "./demoMessages.ts"
import { operatorId, operatorTitle } from "./demoOperators.ts"
import { organizationIds } from "./demoOrganizations.ts"
import { demoVault } from "./demoVault.ts"
import { type WorkspaceName, workspaces } from "./demoWorkspaces.ts"
import { messageIdOf } from "./messagePlan.ts"
import { seeded, sha256 } from "./seeded.ts"

/** The secret of `chat_a` is being rotated: its former one is accepted too. Responses are posted to `host`. */
const chats = {
  chat_a: { id: 1, scheme: "chat", workspace: "ws-a-main", host: "chat.example.com", rotating: true },
  slack_a: { id: 2, scheme: "slack", workspace: "ws-a-main", host: "hooks.slack.com", rotating: false },
  chat_b: { id: 3, scheme: "chat", workspace: "ws-b-main", host: "chat.example.com", rotating: false }
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly id: number
      readonly scheme: ChatScheme
      readonly workspace: WorkspaceName
      readonly host: string
      readonly rotating: boolean
    }
  >
>

const providers = {
  sms_a: { id: 1, scheme: "form-sha1", workspace: "ws-a-main" },
  sms_a_sha256: { id: 2, scheme: "form-sha256", workspace: "ws-a-main" },
  twilio_a: { id: 3, scheme: "twilio", workspace: "ws-a-main" },
  sms_b: { id: 4, scheme: "form-sha1", workspace: "ws-b-main" }
} as const satisfies Readonly<
  Record<string, { readonly id: number; readonly scheme: SmsScheme; readonly workspace: WorkspaceName }>
>

/**
 * Each is the delivery of one message. Only that of `twilio` has a provider id already; the others get theirs from the
 * first callback.
 */
const deliveries = {
  queued: { installation: "sms_a", message: "g1-2", status: "queued" },
  sent: { installation: "sms_a", message: "g1-27", status: "sent" },
  failed: { installation: "sms_a", message: "g1-39", status: "failed" },
  delivered: { installation: "sms_a", message: "g1-13", status: "delivered" },
  sha256: { installation: "sms_a_sha256", message: "g1-25", status: "queued" },
  twilio: { installation: "twilio_a", message: "g2-1", status: "queued" },
  b: { installation: "sms_b", message: "g_b-1", status: "queued" }
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly installation: keyof typeof providers
      readonly message: string
      readonly status: SmsDelivery["status"]
    }
  >
>

/** Users of `chat_a`: `linked` is operator `read`; `unlinked` has no operator yet. */
export const chatUsers = { linked: "U-LINKED", unlinked: "U-UNLINKED" } as const

/** Users of `chat_a` who have just requested a link, with the link tokens. */
export const chatLinkTokens = {
  opening: `chl_${seeded.secret("chat link", "opening")}`,
  confirming: `chl_${seeded.secret("chat link", "confirming")}`
}

export const linkingUser = (name: keyof typeof chatLinkTokens) => `U-${name.toUpperCase()}`

/** Fixture name to external id. */
export const chatInstallationXids = Record.map(chats, (_, name) => seeded.uuid("chat installation", name))
export const smsInstallationXids = Record.map(providers, (_, name) => seeded.uuid("sms installation", name))
export const deliveryXids = Record.map(deliveries, (_, name) => seeded.uuid("delivery", name))
export const chatIdentityXids = { linked: seeded.uuid("chat identity", "linked") }

/** The provider's id of the `twilio` delivery. */
export const twilioMessageSid = `SM${seeded.uuid("twilio message", "twilio").replaceAll("-", "")}`

const secretOf = (name: string) => seeded.secret("signing secret", name)

/** Installation to the secret that its provider signs with. */
export const signingSecrets = {
  ...Record.map(chats, (_, name) => secretOf(name)),
  ...Record.map(providers, (_, name) => secretOf(name)),
  chat_a_former: secretOf("chat_a_former")
}

const installation = (name: string, xid: string, workspace: WorkspaceName, clock: DemoClock) => ({
  xid,
  organizationId: organizationIds[workspaces[workspace].organization],
  workspaceId: workspaces[workspace].id,
  name: `Installation ${name}`,
  secretEnc: demoVault.seal(signingSecretPurpose, xid, secretOf(name)),
  formerSecretEnc: null,
  status: "active" as const,
  createdAt: clock.ago({ days: 60 }),
  rotatedAt: clock.ago({ days: 1 })
})

/** Installations of chat platforms and SMS providers, a linked user, and deliveries in every status. */
export const demoProviders = (
  clock: DemoClock
): Pick<Dataset, "chatInstallations" | "chatIdentities" | "chatLinkTokens" | "smsInstallations" | "deliveries"> => ({
  chatInstallations: Record.toEntries(chats).map(([name, { host, id, rotating, scheme, workspace }]) => {
    const xid = chatInstallationXids[name]
    return {
      ...installation(name, xid, workspace, clock),
      id,
      scheme,
      formerSecretEnc: rotating ? demoVault.seal(signingSecretPurpose, xid, signingSecrets.chat_a_former) : null,
      responseHost: host
    }
  }),
  chatIdentities: [
    {
      id: 1,
      xid: chatIdentityXids.linked,
      organizationId: organizationIds.A,
      installationId: chats.chat_a.id,
      externalUserId: chatUsers.linked,
      externalUserName: operatorTitle("read"),
      operatorId: operatorId("read"),
      linkedAt: clock.ago({ days: 10 }),
      lastTurnAt: null
    }
  ],
  chatLinkTokens: Record.toEntries(chatLinkTokens).map(([name, token], position) => ({
    id: 1 + position,
    organizationId: organizationIds.A,
    installationId: chats.chat_a.id,
    externalUserId: linkingUser(name),
    externalUserName: "Operator Thirteen",
    tokenHash: sha256(token),
    createdAt: clock.ago({ seconds: 0 }),
    expiresAt: clock.ahead({ minutes: 10 }),
    usedAt: null
  })),
  smsInstallations: Record.toEntries(providers).map(([name, { id, scheme, workspace }]) => ({
    ...installation(name, smsInstallationXids[name], workspace, clock),
    id,
    scheme
  })),
  deliveries: Record.toEntries(deliveries).map(([name, { installation: at, message, status }], position) => ({
    id: 1 + position,
    xid: deliveryXids[name],
    organizationId: organizationIds[workspaces[providers[at].workspace].organization],
    installationId: providers[at].id,
    messageId: messageIdOf(message),
    providerDeliveryId: name === "twilio" ? twilioMessageSid : null,
    status,
    createdAt: clock.ago({ days: 1 }),
    updatedAt: clock.ago({ days: 1 })
  }))
})

/** External ids of the delivered messages. */
export const deliveredMessageXids = Record.map(deliveries, ({ message }) => messageXid(message))
