import type { RequestExample } from "../../surface/documents/DocumentFacts.ts"

/** Venue V1 in the demo data, and one of its sent invites. */
const demoVenue = "t5jsyq1qwiudc8e7cj2uvs7t"
const demoInvite = 952

const invite = {
  inviteId: 1204,
  propertyId: demoVenue,
  email: "maria.silva@example.com",
  phone: null,
  firstName: "Maria",
  lastName: "Silva",
  status: "sent",
  sentCount: 1,
  lastSentAt: "2026-05-10T09:12:51.002Z",
  expiresAt: "2026-06-09T09:12:44.120Z",
  acceptedAt: null,
  memberExternalId: null,
  reservationId: "019b76da-a800-7b1e-9c35-77d0a1f4c001",
  programId: null,
  createdAt: "2026-05-10T09:12:44.120Z"
}

const pending = { ...invite, status: "pending", lastSentAt: null }

/** Requests to the invite endpoints that succeed against the demo data, by operation id. */
export const inviteRequests: Readonly<Record<string, RequestExample>> = {
  createGuestInvite: {
    parameters: { "idempotency-key": "example-invite-1" },
    bodies: {
      email: {
        summary: "By e-mail",
        value: {
          propertyId: demoVenue,
          email: "maria.silva@example.com",
          firstName: "Maria",
          lastName: "Silva",
          locale: "pt-PT"
        }
      },
      sms: { summary: "By SMS", value: { propertyId: demoVenue, phone: "+351912345678" } }
    }
  },
  getGuestInvite: { parameters: { inviteId: demoInvite } },
  changeGuestInvite: {
    parameters: { inviteId: demoInvite, "idempotency-key": "example-invite-change-1" },
    bodies: { corrected: { summary: "Correct the email address", value: { email: "maria.silva@example.org" } } }
  },
  resendGuestInvite: {
    parameters: { inviteId: demoInvite, "idempotency-key": "example-invite-resending-1" },
    bodies: { email: { summary: "By email", value: { channel: "email" } } }
  },
  revokeGuestInvite: {
    parameters: { inviteId: demoInvite, "idempotency-key": "example-invite-revocation-1" },
    bodies: { explained: { summary: "With a reason", value: { reason: "Sent to the wrong guest" } } }
  },
  sendPublicInvite: {
    parameters: { "idempotency-key": "example-invite-wish-1" },
    bodies: {
      email: {
        summary: "By e-mail",
        value: {
          inviteLinkToken: "lnk_yJSvTchBQbX7v7tZQmNnBgeZKZ1gPeUQwyt6SzzQMdH",
          email: "maria.silva@example.com",
          firstName: "Maria",
          locale: "pt",
          consent: true
        }
      }
    }
  }
}

/** Example responses of the invite endpoints, by operation id. */
export const inviteExamples: Readonly<Record<string, unknown>> = {
  listGuestInvites: { items: [invite], total: 1, limit: 25, offset: 0 },
  createGuestInvite: pending,
  getGuestInvite: invite,
  changeGuestInvite: { ...invite, email: "maria.silva@example.org" },
  resendGuestInvite: { ...pending, sentCount: 2 },
  revokeGuestInvite: { ...invite, status: "revoked" },
  sendPublicInvite: { accepted: true }
}
