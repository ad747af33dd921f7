import { DateTime, Record } from "effect"
import { createHmac } from "node:crypto"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import { type IntelligenceStatus, noSocialData, type SocialData } from "../domain/insight/GuestIntelligence.ts"
import {
  aboutPmsGuestId,
  aboutSecret,
  insightSecretPurpose,
  pmsGuestIdPurpose
} from "../domain/insight/insightSecrets.ts"
import type { DemoClock } from "./DemoClock.ts"
import { type GuestName, guestIds } from "./demoGuests.ts"
import { type MemberName, memberIds } from "./demoMembers.ts"
import { organizationIds } from "./demoOrganizations.ts"
import { reservationId } from "./demoReservations.ts"
import { demoVault } from "./demoVault.ts"
import { seeded } from "./seeded.ts"
import { stays } from "./stays.ts"
import { type VenueName, venues } from "./venues.ts"

/** Organizations whose pipeline has run. */
const organizations = ["A", "B"] as const
type InsightOrganization = (typeof organizations)[number]

interface RecordFact {
  readonly organization: InsightOrganization
  readonly status: IntelligenceStatus
  readonly confidence: number
  readonly matchedBy: ReadonlyArray<string>
  readonly venue?: VenueName
  readonly member?: MemberName
  readonly stay?: string
  readonly guest?: GuestName
}

const enriched = (
  venue: VenueName,
  confidence: number,
  more: Partial<RecordFact> = {}
): RecordFact & { readonly venue: VenueName } => ({
  organization: venue === "W1" ? "B" : "A",
  status: "enriched",
  confidence,
  matchedBy: ["email", "name"],
  ...more,
  venue
})

/**
 * M1 has records at V1, at V2 and without a venue; M_closed has none. `numbered` belongs to a stay whose id is no UUID;
 * `twice` is a second, weaker match of the stay of `open`.
 */
const facts = {
  open: enriched("V1", 0.97, { member: "M1", stay: "open", guest: "g1" }),
  twice: enriched("V1", 0.4, { stay: "open", matchedBy: ["name"] }),
  second: enriched("V2", 0.72, { member: "M1", stay: "acknowledged_by_operator" }),
  numbered: enriched("V1", 0.8, { member: "M2", stay: "finalised_m2", guest: "g2" }),
  elsewhere: enriched("V2", 0.64, { member: "M3", stay: "m3" }),
  weak: enriched("V1", 0.35, { member: "M2", matchedBy: ["name"] }),
  stranger: enriched("V3", 0.1, { matchedBy: [] }),
  nowhere: { organization: "A", status: "enriched", confidence: 0.9, matchedBy: ["email"], member: "M1" },
  pending: { organization: "A", status: "pending", confidence: 0, matchedBy: [], venue: "V1" },
  failed: { organization: "A", status: "failed", confidence: 0, matchedBy: [] },
  b: enriched("W1", 0.88, { member: "M9", stay: "w1_acknowledged", guest: "g_b" }),
  b_pending: { organization: "B", status: "pending", confidence: 0, matchedBy: [], venue: "W1" }
} as const satisfies Readonly<Record<string, RecordFact>>

export type InsightName = keyof typeof facts

export const insightNames: ReadonlyArray<InsightName> = Record.keys(facts)

/** The secret that keys an organization's hashes. */
const secretOf = (organization: InsightOrganization) => seeded.secret("insight", organization)

/** The guest's id in the PMS, which callers never see. */
export const pmsGuestId = (name: InsightName) => `G-${seeded.code("pms guest", name)}`

const hashOf = (name: InsightName) =>
  createHmac("sha256", secretOf(facts[name].organization)).update(pmsGuestId(name)).digest("hex")

/** Fixture name to the keyed hash under which a record is found. */
export const insightHashes = Record.map(facts, (_, name) => hashOf(name))

/** Internal numbers of members, which the insight routes take. */
export const memberNumbers: { readonly [Name in MemberName]: number } = memberIds

const socialData = (name: InsightName): SocialData => ({
  profiles: [
    {
      network: "linkedin",
      handle: `guest-${name}`,
      url: `https://social.example.com/guest-${name}`,
      followers: 120
    }
  ],
  interests: ["architecture", "sailing"],
  employer: "Example Industries",
  jobTitle: "Engineer",
  location: "Lisbon",
  photoUrl: null
})

const row = (name: InsightName, index: number, clock: DemoClock): Dataset["guestIntelligence"][number] => {
  const fact: RecordFact = facts[name]
  const organizationId = organizationIds[fact.organization]
  const hashedPmsGuestId = hashOf(name)
  const position = stays.findIndex((stay) => stay.name === fact.stay)
  const enrichedAt = clock.ago({ days: 1, minutes: index })
  return {
    id: 9501 + index,
    organizationId,
    guestId: fact.guest === undefined ? null : guestIds[fact.guest],
    hashedPmsGuestId,
    pmsGuestIdEnc: demoVault.seal(
      pmsGuestIdPurpose,
      aboutPmsGuestId(organizationId, hashedPmsGuestId),
      pmsGuestId(name)
    ),
    propertyId: fact.venue === undefined ? null : venues[fact.venue].id,
    reservationId: fact.stay === undefined ? null : reservationId(position),
    memberId: fact.member === undefined ? null : memberIds[fact.member],
    status: fact.status,
    social: fact.status === "enriched" ? socialData(name) : noSocialData,
    matchConfidence: fact.confidence,
    matchedBy: fact.matchedBy,
    enrichedAt: fact.status === "enriched" ? enrichedAt : null,
    createdAt: clock.ago({ days: 30, minutes: index }),
    updatedAt: enrichedAt
  }
}

/** Guest intelligence of A and B, as their pipelines delivered it an hour ago. */
export const demoInsight = (
  clock: DemoClock
): Pick<Dataset, "guestIntelligence" | "insightRuns" | "insightSecrets"> => ({
  guestIntelligence: insightNames.map((name, index) => row(name, index, clock)),
  insightSecrets: organizations.map((name) => ({
    organizationId: organizationIds[name],
    secretEnc: demoVault.seal(insightSecretPurpose, aboutSecret(organizationIds[name]), secretOf(name)),
    createdAt: clock.ago({ days: 30 })
  })),
  insightRuns: organizations.map((name, index) => {
    const finishedAt = clock.ago({ hours: index + 1 })
    const lines = insightNames.filter((record) => facts[record].organization === name).length
    return {
      id: 9601 + index,
      organizationId: organizationIds[name],
      startedAt: DateTime.subtract(finishedAt, { seconds: 20 }),
      finishedAt,
      nextRunAt: DateTime.add(finishedAt, { days: 1 }),
      counters: { lines, created: 0, updated: lines, unchanged: 0, rejected: 0 }
    }
  })
})
