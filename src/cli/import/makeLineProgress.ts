import { Console, Effect } from "effect"
import type { ImportReport } from "../../domain/imports/ImportReport.ts"

/** Frequent enough to show that an import is making progress. */
const linesBetweenProgress = 10_000

/** Reports the progress of an import to standard error. */
export const makeLineProgress = () => {
  let reported = 0
  return ({ created, lines, rejected, unchanged, updated }: ImportReport) =>
    Effect.suspend(() => {
      if (lines - reported < linesBetweenProgress) return Effect.void
      reported = lines
      return Console.error(
        `${lines} lines read: ${created} created, ${updated} updated, ${unchanged} unchanged, ${rejected} rejected`
      )
    })
}
