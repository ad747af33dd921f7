import { Record } from "effect"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import { MemberId } from "../domain/members/Member.ts"
import type { DemoClock } from "./DemoClock.ts"
import { organizationIds } from "./demoOrganizations.ts"
import { type ProgramName, programIds, type TierLevel, tierId } from "./demoPrograms.ts"
import { seeded } from "./seeded.ts"

interface MemberFact {
  readonly id: number
  readonly title: string
  readonly enrolments: ReadonlyArray<{
    readonly program: ProgramName
    readonly level: TierLevel
    readonly qualifyingPoints: number
  }>
  readonly closed?: boolean
}

/**
 * M1 to M4 are in A's program, M2 and M4 also in B's, M9 only in B's. M4 has no stays but has claims at every desk.
 * M_new is in no program; the account of M_closed is closed.
 */
const facts = {
  M1: { id: 601, title: "One", enrolments: [{ program: "A", level: 2, qualifyingPoints: 1800 }] },
  M2: {
    id: 602,
    title: "Two",
    enrolments: [
      { program: "A", level: 3, qualifyingPoints: 7200 },
      { program: "B", level: 1, qualifyingPoints: 100 }
    ]
  },
  M3: { id: 603, title: "Three", enrolments: [{ program: "A", level: 1, qualifyingPoints: 200 }] },
  M4: {
    id: 604,
    title: "Four",
    enrolments: [
      { program: "A", level: 2, qualifyingPoints: 1100 },
      { program: "B", level: 1, qualifyingPoints: 0 }
    ]
  },
  M9: { id: 609, title: "Nine", enrolments: [{ program: "B", level: 2, qualifyingPoints: 1500 }] },
  M_new: { id: 610, title: "New", enrolments: [] },
  M_closed: {
    id: 611,
    title: "Closed",
    enrolments: [{ program: "A", level: 1, qualifyingPoints: 0 }],
    closed: true
  }
} as const satisfies Readonly<Record<string, MemberFact>>

export type MemberName = keyof typeof facts

const rows = Record.toEntries<MemberName, MemberFact>(facts)

/** Fixture name to internal id. */
export const memberIds = Record.map(facts, (fact) => MemberId.make(fact.id))

/** The external id of a member. */
export const memberXid = (name: MemberName) => seeded.ulid("member", name)

/** `sub` of a member's tokens. */
export const memberSubject = (name: MemberName) => `demo-member-${name.toLowerCase()}`

/** M_new has only the required fields. */
export const demoMembers = (clock: DemoClock): Pick<Dataset, "members" | "enrolments"> => ({
  members: rows.map(([name, { id, title, closed }]) => ({
    id: memberIds[name],
    xid: memberXid(name),
    identitySubject: memberSubject(name),
    firstName: "Member",
    lastName: title,
    email: `${name.toLowerCase().replace("_", "-")}@example.com`,
    phone: name === "M_new" ? null : `+1 555 0${id}`,
    country: name === "M_new" ? null : "PT",
    language: name === "M_new" ? null : "en",
    preferences: name === "M_new" ? {} : { newsletter: true, room: { floor: "high", beds: 1 } },
    status: closed === true ? "closed" : "active",
    mergedInto: null,
    closedAt: closed === true ? clock.ago({ days: 60 }) : null,
    createdAt: clock.ago({ days: 400, minutes: id }),
    updatedAt: closed === true ? clock.ago({ days: 60 }) : clock.ago({ days: 400, minutes: id })
  })),
  enrolments: rows.flatMap(([name, { id, enrolments, closed }]) =>
    enrolments.map(({ program, level, qualifyingPoints }) => ({
      organizationId: organizationIds[program],
      programId: programIds[program],
      memberId: memberIds[name],
      tierId: tierId(program, level),
      tierExpiresAt: level === 1 ? null : clock.ahead({ days: 300 }),
      qualifyingPoints,
      qualifyingNights: 0,
      status: closed === true ? "ended" : "active",
      enrolledAt: clock.ago({ days: 399, minutes: id })
    }))
  )
})
