import { BigDecimal } from "effect"
import { pointsOf } from "../reservations/StayPoints.ts"
import type { MemberId } from "../members/Member.ts"
import type { Compare } from "./Finding.ts"
import type { BookedStay } from "./LedgerBooks.ts"

/** Base x multiplier, rounded half up; calculated independently of `pointsOf`, whose result was stored. */
const totalOf = ({ basePoints, multiplier }: NonNullable<BookedStay["facts"]["stored"]>) =>
  BigDecimal.toNumberUnsafe(
    BigDecimal.round(BigDecimal.multiply(BigDecimal.fromNumberUnsafe(basePoints), multiplier), {
      scale: 0,
      mode: "half-from-zero"
    })
  )

const none = "nobody"

const membersText = (ids: ReadonlyArray<MemberId | null>) => (ids.length === 0 ? none : ids.join(" and "))

/**
 * Checks that a finalised stay has the right total and an EARN entry exactly if it is above 0, and that any other stay
 * has no EARN entry, and one pending earn if it has pending points; that one member holds its points, and its
 * corrections are those of the audit log (DOMAIN 4.3, 6.1; MEM-046, MEM-048).
 */
export const verifyStay = (stay: BookedStay, compare: Compare) => {
  const { adjusted, corrected, creditedTo, earned, externalId, facts, pendingMemberIds } = stay
  const subject = `reservation:${externalId}`
  const { stored } = facts
  if (stored !== null) compare("stay_points", subject, totalOf(stored), stored.totalPoints)
  compare("stay_earn", subject, stored?.totalPoints ?? 0, earned ?? 0)
  if (creditedTo.length > 1) compare("stay_owner", subject, "one member", membersText(creditedTo))
  compare("stay_correction", subject, corrected, adjusted)
  const pending = stored === null ? pointsOf(facts).totalPoints : 0
  const isChecked = stored !== null || pending > 0 || pendingMemberIds.length > 1
  // A pending earn that is currently worth 0 is not shown, so it is harmless.
  if (isChecked)
    compare("pending_earn", subject, pending > 0 ? membersText([facts.memberId]) : none, membersText(pendingMemberIds))
}
