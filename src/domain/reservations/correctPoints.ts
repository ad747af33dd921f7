import { DateTime, Effect } from "effect"
import { audit } from "../audit/audit.ts"
import { adjustPoints } from "../wallet/adjustPoints.ts"
import type { WalletEntry } from "../wallet/Wallet.ts"
import { moveWallet } from "../wallet/moveWallet.ts"
import type { StayFacts } from "./StayFacts.ts"
import { correctedTotal, isPendingEarn, mayEarn } from "./StayPoints.ts"
import { type Stay, Stays } from "./Stays.ts"

/** The validity of points from an organization that no longer has a program: a new program's default. */
const defaultExpiryMonths = 24

/** Whether the change is one that corrects points (DOMAIN 6.1): of the spend, or of a status that may earn. */
const isCorrection = (before: StayFacts, after: StayFacts): boolean =>
  before.spendMinor !== after.spendMinor || before.currency !== after.currency || mayEarn(before) !== mayEarn(after)

/**
 * The total that a finalised stay should have. If no rules apply on its check-in day, because the program that awarded
 * its points was not recorded and is not the one whose rules apply now, they stay as they were awarded.
 */
const dueTotal = (facts: StayFacts): number =>
  facts.stored !== null && facts.rules.length === 0 && isPendingEarn({ ...facts, stored: null })
    ? facts.stored.totalPoints
    : correctedTotal(facts)

/**
 * The points of a correction, of a stay that was due `before` and is `due` now. It never debits more than the stay has
 * lost: what an earlier debit lacked is not collected.
 */
const correctionOf = (before: number, due: number, credited: number): number =>
  Math.max(due - credited, Math.min(due - before, 0))

/** The points that a correction moved; 0 when a debit found none. */
const adjustedPoints = (entries: ReadonlyArray<WalletEntry>, correctionId: string) =>
  entries.filter((entry) => entry.correctionId === correctionId).reduce((sum, { points }) => sum + points, 0)

/**
 * Corrects the points of a finalised stay after a change (DOMAIN 6.1): its figures stay, and the difference to the
 * points credited so far becomes one ADJUST entry keyed by `correctionId`. A debit takes at most the balance; a
 * shortfall is recorded but never collected later. The zero of a stay that was given up is final. Call it with the
 * wallet of the member of its facts locked.
 */
export const correctPoints = Effect.fnUntraced(function* (before: Stay, after: Stay, correctionId: string) {
  const { facts, row } = after
  if (facts.memberId === null || facts.stored === null) return
  if (!isCorrection(before.facts, facts) || row.givenUp) return
  const due = dueTotal(facts)
  const dueBefore = dueTotal(before.facts)
  if (due === dueBefore) return
  const stays = yield* Stays
  const now = yield* DateTime.now
  const credited = facts.stored.totalPoints + (yield* stays.getCorrected(row.id))
  const points = correctionOf(dueBefore, due, credited)
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
      shortfall: credited + adjustedPoints(entries, correctionId) - due
    }
  })
})
