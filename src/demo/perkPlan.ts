import { Record } from "effect"
import type { Benefit } from "../domain/benefits/Benefit.ts"
import type { ProgramName, TierLevel } from "./demoPrograms.ts"
import type { VenueName } from "./venues.ts"

/** A perk. `tiers` are entitled to it, at the venues in `only` if given. */
export interface PerkFact {
  readonly organization: ProgramName
  readonly title: string
  readonly kind: string
  readonly redemptionType: string
  readonly minTierLevel: TierLevel
  readonly howToRedeem: string | null
  readonly quantity: number
  readonly tiers: ReadonlyArray<TierLevel>
  readonly only?: ReadonlyArray<VenueName>
  /** Venues where it applies; absent for everywhere. */
  readonly venues?: ReadonlyArray<VenueName>
  /** Tiers whose entitlement to it is inactive; entitlements to an archived perk always are. */
  readonly inactive?: ReadonlyArray<TierLevel>
  /** Days since the entitlements ended. */
  readonly ended?: number
  readonly state?: "disabled" | "archived"
}

const perk = (
  organization: ProgramName,
  title: string,
  minTierLevel: TierLevel,
  tiers: ReadonlyArray<TierLevel>,
  more: Partial<PerkFact> = {}
): PerkFact => ({
  organization,
  title,
  kind: "amenity",
  redemptionType: "direct",
  minTierLevel,
  howToRedeem: null,
  quantity: 1,
  tiers,
  ...more
})

const drink = { quantity: 2, howToRedeem: "Ask at the bar" }
const late = { kind: "late_checkout", redemptionType: "requireApproval" }
const suite = {
  kind: "upgrade",
  redemptionType: "suiteElevation",
  howToRedeem: "The desk offers it when a suite is free"
}

/**
 * Every redemption type, a perk for all tiers and one for the highest, and one perk per reason for ineligibility:
 * venue, date, stay, no entitlement, removed from a venue, disabled, archived.
 */
export const perkPlan = {
  welcome_drink: perk("A", "Welcome drink", 1, [1, 2, 3], drink),
  late_check_out: perk("A", "Late check-out", 2, [2, 3], late),
  suite_upgrade: perk("A", "Suite upgrade", 3, [3], suite),
  early_check_in: perk("A", "Early check-in", 1, [2, 3], { kind: "early_checkin", only: ["V2"] }),
  lounge: perk("A", "Lounge", 2, [2, 3], { kind: "access" }),
  transfer: perk("A", "Airport transfer", 1, [], {
    kind: "transport",
    redemptionType: "requireApproval",
    inactive: [3]
  }),
  breakfast: perk("A", "Terrace breakfast", 1, [1, 2, 3], { venues: ["V1", "V2"], quantity: 2 }),
  timeless_stay: perk("A", "Timeless stay", 2, [2, 3], { redemptionType: "timelessStay", venues: ["V3"] }),
  spa_hour: perk("A", "Spa hour", 1, [1, 2, 3], { venues: ["V1"], ended: 90 }),
  paused: perk("A", "Parking", 1, [1, 2, 3], { state: "disabled" }),
  former: perk("A", "Newspaper", 1, [1, 2, 3], { state: "archived" }),
  welcome_drink_b: perk("B", "Welcome drink", 1, [1, 2, 3], drink),
  late_check_out_b: perk("B", "Late check-out", 2, [2, 3], late),
  suite_upgrade_b: perk("B", "Suite upgrade", 3, [3], suite),
  harbour_tour_b: perk("B", "Harbour tour", 1, [1, 2, 3], { venues: ["W1"], only: ["W1"], kind: "tour" }),
  paused_b: perk("B", "Parking", 1, [2], { state: "disabled", inactive: [3] }),
  former_b: perk("B", "Newspaper", 1, [1], { state: "archived" })
} as const satisfies Readonly<Record<string, PerkFact>>

export type PerkName = keyof typeof perkPlan

export const perkNames: ReadonlyArray<PerkName> = Record.keys(perkPlan)

/** Settings of a perk at one venue. */
export const overridePlan: ReadonlyArray<{
  readonly perk: PerkName
  readonly venue: VenueName
  readonly name: string | null
  readonly description: string | null
  readonly enabled: boolean
}> = [
  {
    perk: "breakfast",
    venue: "V1",
    name: "Rooftop breakfast",
    description: "Served on the roof of Venue V1 until eleven",
    enabled: true
  },
  { perk: "welcome_drink", venue: "V2", name: "Garden welcome drink", description: null, enabled: true },
  { perk: "lounge", venue: "V2", name: null, description: null, enabled: false },
  { perk: "harbour_tour_b", venue: "W1", name: "Old harbour tour", description: null, enabled: true }
]

export interface PerkGroupFact {
  readonly id: number
  readonly organization: ProgramName
  readonly title: string
  readonly perks: ReadonlyArray<PerkName>
  readonly stayRequired?: boolean
  readonly disabled?: boolean
}

/** Groups by fixture name, with the ids that members see (MEM-055). */
export const perkGroupPlan = {
  dining: { id: 901, organization: "A", title: "Food and drink", perks: ["breakfast", "welcome_drink"] },
  room: {
    id: 902,
    organization: "A",
    title: "Your room",
    perks: ["suite_upgrade", "late_check_out", "early_check_in"]
  },
  stay: { id: 903, organization: "A", title: "During your stay", perks: ["timeless_stay"], stayRequired: true },
  seasonal: {
    id: 904,
    organization: "A",
    title: "Seasonal",
    perks: ["spa_hour", "transfer", "paused"],
    disabled: true
  },
  dining_b: { id: 911, organization: "B", title: "Food and drink", perks: ["welcome_drink_b", "harbour_tour_b"] }
} as const satisfies Readonly<Record<string, PerkGroupFact>>

export type PerkGroupName = keyof typeof perkGroupPlan

/** A perk without venues of its own is global. */
export const perkScope = ({ venues }: PerkFact): Benefit["scope"] => (venues === undefined ? "global" : "property")
