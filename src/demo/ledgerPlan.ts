import type { Asset } from "../domain/wallet/Wallet.ts"
import type { MemberName } from "./demoMembers.ts"

/**
 * Points granted manually. Days count back from now, except `endsInDays`, which counts forward and is null for CREDIT,
 * which never expires.
 */
export interface GrantFact {
  readonly name: string
  readonly member: MemberName
  readonly asset: Asset
  readonly points: number
  readonly daysAgo: number
  readonly endsInDays: number | null
  readonly description: string
}

const valid = (
  name: string,
  member: MemberName,
  points: number,
  daysAgo: number,
  endsInDays: number,
  description: string
): GrantFact => ({ name, member, asset: "VALID", points, daysAgo, endsInDays, description })

const credit = (name: string, member: MemberName, points: number, daysAgo: number): GrantFact => ({
  name,
  member,
  asset: "CREDIT",
  points,
  daysAgo,
  endsInDays: null,
  description: "Goodwill"
})

/**
 * Points beyond those earned by stays: one lot of M1 expired a month ago with points left, one expires in ten days, and
 * there is CREDIT as well.
 */
export const ledgerPlan: ReadonlyArray<GrantFact> = [
  valid("m1_welcome", "M1", 500, 390, -30, "Welcome points"),
  valid("m2_welcome", "M2", 3000, 300, 200, "Welcome points"),
  valid("m4_welcome", "M4", 9000, 290, 300, "Welcome points"),
  valid("m1_campaign", "M1", 2400, 200, 10, "Campaign points"),
  valid("m9_campaign", "M9", 900, 120, 45, "Campaign points"),
  credit("m1_goodwill", "M1", 800, 100),
  credit("m2_goodwill", "M2", 300, 90),
  valid("m1_birthday", "M1", 600, 60, 60, "Birthday points")
]
