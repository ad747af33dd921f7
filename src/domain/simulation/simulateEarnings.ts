import { DateTime, Effect, Stream } from "effect"
import type { EarningRule } from "../programs/Program.ts"
import { correctedTotal, isPendingEarn, pointsOf } from "../reservations/StayPoints.ts"
import { type EarningStay, EarningStays, type SimulatedProgram } from "./EarningStays.ts"
import { makeComparison } from "./makeComparison.ts"

/** What a stay has earned, corrections included; what it would earn now if it is not finalised. */
const pointsBefore = ({ corrected, facts }: EarningStay) => {
  const { finalized, totalPoints } = pointsOf(facts)
  return finalized ? totalPoints + corrected : totalPoints
}

/**
 * What it would have earned under other rules, by the calculation that finalises and corrects stays. A finalised stay
 * keeps the multiplier it had, and its member, who may have closed the account since.
 */
const pointsAfter = ({ facts, memberId }: EarningStay, rules: ReadonlyArray<EarningRule>) =>
  facts.stored === null ? pointsOf({ ...facts, rules }).totalPoints : correctedTotal({ ...facts, rules, memberId })

/**
 * Compares what the stays of a program's last `days` days earned with what they would have earned under other rules,
 * whatever day those are for. Writes nothing; holds a portion of the stays at a time. A stay belongs to the program that
 * its points would come from today (MEM-047).
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
