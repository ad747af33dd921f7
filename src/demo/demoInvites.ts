import { DateTime, Record } from "effect"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import type { GuestInvite } from "../domain/invites/GuestInvite.ts"
import type { DemoClock } from "./DemoClock.ts"
import { memberIds } from "./demoMembers.ts"
import { organizationIds } from "./demoOrganizations.ts"
import { type ProgramName, programIds } from "./demoPrograms.ts"
import { seeded, sha256 } from "./seeded.ts"
import { venues } from "./venues.ts"

interface InviteFact {
  readonly status: GuestInvite["status"]
  readonly program: ProgramName | null
  /** Days from now until it ends. */
  readonly ends: number
}

const invite = (status: GuestInvite["status"], program: ProgramName | null = "A", ends = 20): InviteFact => ({
  status,
  program,
  ends
})

/**
 * One in each status, `lapsed` being one that time has ended though its row does not say so; B's is at W1, others at
 * V1.
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
  failed: invite("failed")
}

type InviteName = keyof typeof facts

const rows = Record.toEntries<InviteName, InviteFact>(facts)

const tokenOf = (name: InviteName) => `inv_${seeded.secret("guest invite", name)}`

/** Fixture name to the token sent to the guest. */
export const inviteTokens = Record.map(facts, (_, name) => tokenOf(name))

/** The accepted invite was accepted by M1. */
export const demoInvites = (clock: DemoClock): Pick<Dataset, "guestInvites"> => ({
  guestInvites: rows.map(([name, { ends, program, status }], index) => {
    const wasSent = status !== "pending" && status !== "failed"
    const createdAt = clock.ago({ days: 12, minutes: index })
    return {
      id: 951 + index,
      organizationId: organizationIds[program ?? "A"],
      propertyId: venues[program === "B" ? "W1" : "V1"].id,
      programId: program === null ? null : programIds[program],
      reservationId: null,
      email: `guest-${name.replaceAll("_", "-")}@example.com`,
      phone: null,
      firstName: "Guest",
      lastName: "Invited",
      locale: "en",
      status,
      tokenHash: sha256(tokenOf(name)),
      sentCount: wasSent ? 1 : 0,
      lastSentAt: wasSent ? DateTime.add(createdAt, { minutes: 5 }) : null,
      expiresAt: DateTime.add(clock.now, { days: ends }),
      acceptedAt: status === "accepted" ? clock.ago({ days: 3 }) : null,
      memberId: status === "accepted" ? memberIds.M1 : null,
      createdAt,
      updatedAt: status === "accepted" ? clock.ago({ days: 3 }) : createdAt
    }
  })
})
