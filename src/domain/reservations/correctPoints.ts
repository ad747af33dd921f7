import { DateTime, Effect } from "effect"
import { audit } from "../audit/audit.ts"
import { adjustPoints } from "../wallet/adjustPoints.ts"
import type { WalletEntry } from "../wallet/Wallet.ts"
import { moveWallet } from "../wallet/moveWallet.ts"
import { correctedTotal } from "./StayPoints.ts"
import { type Stay, Stays } from "./Stays.ts"

/** The validity of points from an organization that no longer has a program: a new program's default. */
const defaultExpiryMonths = 24

/** The points that a correction moved; 0 when a debit found none. */
const adjustedPoints = (entries: ReadonlyArray<WalletEntry>, correctionId: string) =>
  entries.filter((entry) => entry.correctionId === correctionId).reduce((sum, { points }) => sum + points, 0)

/**
 * Corrects the points of a finalised stay after a change (DOMAIN 6.1): its figures stay, and the difference to the
 * points credited so far becomes one ADJUST entry keyed by `correctionId`. A debit takes at most the balance; a
 * shortfall is recorded but never collected later. Call it with the member's wallet locked.
 */
export const correctPoints = Effect.fnUntraced(function* (before: Stay, after: Stay, correctionId: string) {
  const { facts, row } = after
  const due = correctedTotal(facts)
  if (facts.memberId === null || facts.stored === null || due === correctedTotal(before.facts)) return
  const stays = yield* Stays
  const now = yield* DateTime.now
  const credited = facts.stored.totalPoints + (yield* stays.getCorrected(row.id))
  const points = due - credited
  if (points === 0) return
  const months = facts.program?.pointsExpiryMonths ?? defaultExpiryMonths
  const { entries } = yield* moveWallet(facts.memberId, (move) =>
    Effect.succeed(
      adjustPoints(move, {
        correctionId,
        asset: "VALID",
        points,
        description: `Correction: stay at ${after.propertyName}`,
        reservationId: row.id,
        expiresAt: DateTime.add(now, { months })
      })
    )
  )
  yield* audit({
    organizationId: row.organizationId,
    action: "reservation.corrected",
    subject: `reservation:${row.externalId}`,
    before: { points: credited },
    after: {
      points: due,
      adjusted: adjustedPoints(entries, correctionId),
      shortfall: adjustedPoints(entries, correctionId) - points
    }
  })
})
