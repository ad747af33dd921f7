import { type DateTime, Order } from "effect"
import { findTransition, isRefunded } from "../fulfillments/fulfillmentTransitions.ts"
import { endTierPeriods } from "../programs/TierProgress.ts"
import { pointsOf } from "../reservations/StayPoints.ts"
import type { Asset } from "../wallet/Wallet.ts"
import type { MemberRecord } from "./MemberRecord.ts"
import type { MemberView } from "./MemberView.ts"
import { instantOrNull } from "../shared/Instant.ts"

type WalletRecord = NonNullable<MemberRecord["wallet"]>

const sumOf = (points: ReadonlyArray<number>) => points.reduce((sum, each) => sum + each, 0)

/** Whether the due claim will be refunded when it is settled (F15, F16). */
const willBeRefunded = (claim: WalletRecord["dueClaims"][number]): boolean => {
  const transition = findTransition("expire", claim)
  return transition !== undefined && isRefunded(transition, claim)
}

/**
 * The balance as the member would see it, computed without settling: refunds of due claims are added, due lots
 * subtracted (DOMAIN 4.1, MEM-117).
 */
const balanceOf = ({ creditBalance, dueClaims, duePoints, pendingEarns, validBalance }: WalletRecord) => {
  const charges = dueClaims.filter(willBeRefunded).flatMap((claim) => claim.charges)
  const refundOf = (asset: typeof Asset.Type) =>
    sumOf(charges.filter((charge) => charge.asset === asset).map(({ points }) => points))
  return {
    validBalance: validBalance - duePoints + refundOf("VALID"),
    creditBalance: creditBalance + refundOf("CREDIT"),
    pendingPoints: sumOf(pendingEarns.map((facts) => pointsOf(facts).totalPoints))
  }
}

const binary = Order.make<string>((a, b) => (a < b ? -1 : a > b ? 1 : 0))

const highestFirst = Order.combine(
  Order.flip(Order.mapInput(Order.Number, (program: MemberView["programs"][number]) => program.tierLevel)),
  Order.mapInput(binary, (program) => program.programId)
)

const programOf = (
  enrolment: MemberRecord["enrolments"][number],
  now: DateTime.Utc
): ReadonlyArray<MemberView["programs"][number]> => {
  const { enrolledAt, programName, programXid, tiers } = enrolment
  const { tierExpiresAt, tierId } = endTierPeriods(enrolment, tiers, now)
  const tier = tiers.find(({ id }) => id === tierId)
  if (tier === undefined) return []
  return [
    {
      programId: programXid,
      name: programName,
      tierId: tier.xid,
      tierName: tier.name,
      tierLevel: tier.level,
      tierExpiresAt: instantOrNull(tierExpiresAt),
      enrolledAt
    }
  ]
}

/** A member as partners see them at `now`: tiers and balance are current, not as stored (PAR-048, DOMAIN 4.4). */
export const toMemberView = (record: MemberRecord, now: DateTime.Utc): MemberView => ({
  externalId: record.xid,
  firstName: record.firstName,
  lastName: record.lastName,
  displayName: `${record.firstName} ${record.lastName}`.trim(),
  email: record.email,
  phone: record.phone,
  preferredLanguage: record.language,
  country: record.country,
  status: record.status,
  programs: record.enrolments.flatMap((enrolment) => programOf(enrolment, now)).toSorted(highestFirst),
  pointsBalance: record.wallet === null ? null : balanceOf(record.wallet),
  homePropertyId: record.homePropertyId,
  stayCount: record.stayCount,
  lastStayAt: record.lastStayAt,
  createdAt: record.createdAt,
  updatedAt: record.updatedAt
})
