import { DateTime, Record } from "effect"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import { inviteSearchText } from "../domain/invites/inviteContact.ts"
import type { GuestInvite } from "../domain/invites/GuestInvite.ts"
import type { DemoClock } from "./DemoClock.ts"
import { memberIds } from "./demoMembers.ts"
import { organizationIds } from "./demoOrganizations.ts"
import { type ProgramName, programIds } from "./demoPrograms.ts"
import { seeded, sha256 } from "./seeded.ts"
import { type VenueName, venueNames, venues } from "./venues.ts"

interface InviteFact {
  readonly status: GuestInvite["status"]
  readonly program: ProgramName | null
  /** Days from now to its expiry. */
  readonly ends: number
  readonly venue: VenueName
}

const invite = (
  status: GuestInvite["status"],
  program: ProgramName | null = "A",
  ends = 20,
  venue: VenueName = program === "B" ? "W1" : "V1"
): InviteFact => ({ status, program, ends, venue })

/**
 * One in each status. `lapsed` has expired although its row does not say so. B's is at W1, `sent_v2` at V2, the others
 * at V1.
 */
const facts = {
  pending: invite("pending"),
  sent: invite("sent"),
  sent_without_program: invite("sent", null),
  sent_b: invite("sent", "B"),
  accepted: invite("accepted"),
  lapsed: invite("sent", "A", -1),
  expired: invite("expired", "A", -10),
  revoked: invite("revoked"),
  failed: invite("failed"),
  sent_v2: invite("sent", "A", 20, "V2")
}

export type InviteName = keyof typeof facts

const rows = Record.toEntries<InviteName, InviteFact>(facts)

const tokenOf = (name: InviteName) => `inv_${seeded.secret("guest invite", name)}`

/** Fixture name to the token sent to the guest. */
export const inviteTokens = Record.map(facts, (_, name) => tokenOf(name))

const firstId = 951

/** Fixture name to number. */
export const inviteIds = Record.map(facts, (_, name) => firstId + rows.findIndex(([other]) => other === name))

/** Venue to the token of its invite link. */
export const inviteLinkTokens = Record.map(venues, (_, name) => `lnk_${seeded.secret("invite link", name)}`)

/** The accepted invite was accepted by M1. Every named venue has its invite link. */
export const demoInvites = (clock: DemoClock): Pick<Dataset, "guestInvites" | "inviteLinks"> => ({
  inviteLinks: venueNames.map((name, index) => ({
    id: 501 + index,
    organizationId: venues[name].organizationId,
    propertyId: venues[name].id,
    tokenHash: sha256(inviteLinkTokens[name]),
    active: true,
    rotatedAt: clock.ago({ days: 90 })
  })),
  guestInvites: rows.map(([name, { ends, program, status, venue }]) => {
    const wasSent = status !== "pending" && status !== "failed"
    const contact = {
      email: `guest-${name.replaceAll("_", "-")}@example.com`,
      phone: null,
      firstName: "Guest",
      lastName: "Invited"
    }
    const createdAt = clock.ago({ days: 12, minutes: inviteIds[name] - firstId })
    return {
      id: inviteIds[name],
      organizationId: organizationIds[program ?? "A"],
      propertyId: venues[venue].id,
      programId: program === null ? null : programIds[program],
      reservationId: null,
      ...contact,
      locale: "en",
      searchText: inviteSearchText(contact),
      status,
      tokenHash: sha256(tokenOf(name)),
      sentCount: 1,
      lastSentAt: wasSent ? DateTime.add(createdAt, { minutes: 5 }) : null,
      expiresAt: DateTime.add(clock.now, { days: ends }),
      acceptedAt: status === "accepted" ? clock.ago({ days: 3 }) : null,
      memberId: status === "accepted" ? memberIds.M1 : null,
      createdAt,
      updatedAt: status === "accepted" ? clock.ago({ days: 3 }) : createdAt
    }
  })
})
