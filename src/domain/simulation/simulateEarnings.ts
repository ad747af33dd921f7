import { DateTime, Effect, Stream } from "effect"
import type { EarningRule } from "../programs/Program.ts"
import { correctedTotal, isPendingEarn, pointsOf } from "../reservations/StayPoints.ts"
import { type EarningStay, EarningStays, type SimulatedProgram } from "./EarningStays.ts"
import { makeComparison } from "./makeComparison.ts"

/** The points that a finalised stay earned, including corrections, or that an open stay would earn now. */
const pointsBefore = ({ corrected, facts }: EarningStay) => {
  const { finalized, totalPoints } = pointsOf(facts)
  return finalized ? totalPoints + corrected : totalPoints
}

/**
 * The points under the simulated rules, by the same calculation that finalises and corrects stays. A finalised stay
 * keeps its multiplier and its member, even if the account has been closed since.
 */
const pointsAfter = ({ facts, memberId }: EarningStay, rules: ReadonlyArray<EarningRule>) =>
  facts.stored === null ? pointsOf({ ...facts, rules }).totalPoints : correctedTotal({ ...facts, rules, memberId })

/**
 * Compares the points of a program's stays in the last `days` days with their points under other rules, ignoring when
 * those would take effect. Writes nothing; holds a portion of the stays at a time. A stay counts towards the program
 * that would award its points today (MEM-047).
 */
export const simulateEarnings = Effect.fn("simulateEarnings")(function* (
  {
    days,
    program,
    rules
  }: {
    readonly program: SimulatedProgram
    readonly rules: ReadonlyArray<EarningRule>
    readonly days: number
  },
  onProgress: (progress: { readonly read: number; readonly stays: number }) => Effect.Effect<void> = () => Effect.void
) {
  const books = yield* EarningStays
  const now = yield* DateTime.now
  const comparison = makeComparison()
  const period = { organizationId: program.organizationId, days, now }
  const compare = (stay: EarningStay) => {
    const isOfProgram = stay.facts.program?.id === program.id
    if (!isOfProgram || (stay.facts.stored === null && !isPendingEarn(stay.facts))) return
    const { externalId, tier } = stay
    comparison.add({ reservationId: externalId, tier, before: pointsBefore(stay), after: pointsAfter(stay, rules) })
  }
  yield* books.snapshot(
    Effect.gen(function* () {
      const stays = yield* books.count(period)
      let read = 0
      yield* Stream.runForEachArray(books.stays({ ...period, programId: program.id }), (chunk) =>
        Effect.suspend(() => {
          chunk.forEach(compare)
          read += chunk.length
          return onProgress({ read, stays })
        })
      )
    })
  )
  return { program: { id: program.xid, name: program.name }, days, ...comparison.result() }
})
