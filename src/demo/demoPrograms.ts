import { BigDecimal, DateTime, Record } from "effect"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import { ProgramId, TierId } from "../domain/programs/Program.ts"
import type { DemoClock } from "./DemoClock.ts"
import { organizationIds } from "./demoOrganizations.ts"
import { idlePrograms, idleProgramIds, idleTierIds } from "./idlePrograms.ts"
import { seeded } from "./seeded.ts"
import { type VenueName, venues } from "./venues.ts"

/** Internal ids of the active programs, one in each of A and B. */
export const programIds = { A: ProgramId.make(701), B: ProgramId.make(702) } as const

export type ProgramName = keyof typeof programIds

const levels = [
  { level: 1, name: "Blue", qualifyingPoints: 0, multiplier: "1.00" },
  { level: 2, name: "Silver", qualifyingPoints: 1000, multiplier: "1.25" },
  { level: 3, name: "Gold", qualifyingPoints: 5000, multiplier: "1.50" }
] as const

export type TierLevel = (typeof levels)[number]["level"]

/** Internal id of the tier of a level. */
export const tierId = (program: ProgramName, level: TierLevel) => TierId.make((program === "A" ? 710 : 720) + level)

const programs: ReadonlyArray<ProgramName> = ["A", "B"]

const decimal = BigDecimal.fromStringUnsafe

const rule = (currency: string, pointsPerUnit: string, most: number | null = null) => ({
  category: "stay",
  pointsPerUnit: decimal(pointsPerUnit),
  currency,
  minSpend: most === null ? null : decimal("50"),
  maxPointsPerStay: most,
  exclusions: []
})

/** For 30 days the rules of A have had a minimum and a maximum spend per stay. */
const rulesOf = {
  A: [
    { days: -400, rules: [rule("EUR", "1"), rule("USD", "1"), rule("JPY", "0.01")] },
    { days: -30, rules: [rule("EUR", "1", 20_000), rule("USD", "1", 20_000), rule("JPY", "0.01", 20_000)] }
  ],
  B: [{ days: -400, rules: [rule("SGD", "0.5")] }]
} as const

const campaigns = [
  { organization: "A", name: "V3 in season", multiplier: "1.20", stacking: "stackable", venue: "V3", from: -5, to: 30 },
  {
    organization: "A",
    name: "Double points",
    multiplier: "2.00",
    stacking: "exclusive",
    venue: null,
    from: 40,
    to: 50
  },
  {
    organization: "A",
    name: "Last year",
    multiplier: "3.00",
    stacking: "exclusive",
    venue: null,
    from: -400,
    to: -370
  },
  { organization: "B", name: "W1 in season", multiplier: "1.10", stacking: "stackable", venue: "W1", from: 45, to: 75 },
  { organization: "B", name: "B triples", multiplier: "3.00", stacking: "exclusive", venue: null, from: 50, to: 55 }
] as const

export type CampaignName = (typeof campaigns)[number]["name"]

export const campaignNames: ReadonlyArray<CampaignName> = campaigns.map(({ name }) => name)

/** The external id of a program. */
export const programXid = (name: ProgramName) => seeded.uuid("program", name)

/** The external id of the tier of a level. */
export const tierXid = (program: ProgramName, level: TierLevel) => seeded.uuid("tier", `${program}${level}`)

/** The external ids of all programs by name. */
export const programXids: Readonly<Record<string, string>> = {
  ...Record.fromIterableWith(programs, (name) => [name, programXid(name)]),
  ...idleProgramIds
}

/** The external ids of all tiers by the name of their program and their level. */
export const tierXids: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    programs.flatMap((name) => levels.map(({ level }) => [`${name}${level}`, tierXid(name, level)]))
  ),
  ...idleTierIds
}

/** The venues that take part in the active programs. */
const participants: Readonly<Record<ProgramName, ReadonlyArray<VenueName>>> = { A: ["V1", "V2", "V3"], B: ["W1"] }

/** The external id of a campaign. */
export const campaignXid = (name: CampaignName) => seeded.uuid("multiplier", name)

const demoPointRules = (clock: DemoClock): Pick<Dataset, "earningRules" | "pointMultipliers"> => ({
  earningRules: programs.flatMap((program) =>
    rulesOf[program].map(({ days, rules }, index) => ({
      organizationId: organizationIds[program],
      programId: programIds[program],
      version: index + 1,
      rules,
      effectiveFrom: clock.date("UTC", days),
      createdAt: clock.ago({ days: -days + 10 })
    }))
  ),
  pointMultipliers: campaigns.map(({ from, multiplier, name, organization, stacking, to, venue }, index) => ({
    id: 731 + index,
    xid: campaignXid(name),
    organizationId: organizationIds[organization],
    propertyId: venue === null ? null : venues[venue].id,
    name,
    multiplier: decimal(multiplier),
    startsAt: DateTime.makeUnsafe(`${clock.date("UTC", from)}T00:00:00Z`),
    endsAt: DateTime.makeUnsafe(`${clock.date("UTC", to)}T23:59:59Z`),
    stacking
  }))
})

/** The programs, their tiers and earning rules, and A's campaigns. */
export const demoPrograms = (
  clock: DemoClock
): Pick<Dataset, "programs" | "programVenues" | "tiers" | "earningRules" | "pointMultipliers"> => ({
  ...demoPointRules(clock),
  programs: [
    ...programs.map((name) => ({
      id: programIds[name],
      xid: programXid(name),
      organizationId: organizationIds[name],
      name: `Program ${name}`,
      status: "active" as const,
      description: `Points and tiers of Organization ${name}`,
      currencyName: "points",
      pointsExpiryMonths: 24,
      version: 1,
      createdAt: clock.ago({ days: 400 }),
      updatedAt: clock.ago({ days: 400 })
    })),
    ...idlePrograms(clock).programs
  ],
  programVenues: programs.flatMap((program) =>
    participants[program].map((venue) => ({
      organizationId: organizationIds[program],
      programId: programIds[program],
      propertyId: venues[venue].id,
      joinedAt: clock.ago({ days: 400 })
    }))
  ),
  tiers: [
    ...programs.flatMap((program) =>
      levels.map(({ level, name, qualifyingPoints, multiplier }) => ({
        id: tierId(program, level),
        xid: tierXid(program, level),
        organizationId: organizationIds[program],
        programId: programIds[program],
        name,
        level,
        qualifyingPoints,
        qualifyingNights: null,
        multiplier: BigDecimal.fromStringUnsafe(multiplier),
        validityMonths: 12,
        color: null,
        updatedAt: clock.ago({ days: 400 })
      }))
    ),
    ...idlePrograms(clock).tiers
  ]
})
