import { Effect } from "effect"
import { onDatabase } from "./database.ts"
import { insertClaimed } from "./claimedRows.ts"
import { insertCodes } from "./codeRows.ts"
import { insertClaimable } from "./rows.ts"

const chunk = 10_000

const inserts = { actions: insertClaimable, fulfillments: insertClaimed, codes: insertCodes }

/** What requests take, one each: Actions to claim, claims of offers to fulfill, or codes of a pool. */
export type Taken = keyof typeof inserts

/** More than any subject does in a second. */
const mostPerSecond: Readonly<Record<Taken, number>> = { actions: 4000, fulfillments: 1500, codes: 600 }

const rowsOf = (databaseUrl: string, taken: Taken) => {
  let made = 0
  let issued = 0
  return {
    prepare: (count: number) =>
      Effect.suspend(() => {
        const missing = issued + count - made
        if (missing <= 0) return Effect.void
        const starts = Array.from({ length: Math.ceil(missing / chunk) }, (_, index) => made + index * chunk)
        made += missing
        return onDatabase(
          databaseUrl,
          Effect.forEach(starts, (from) => inserts[taken](from, Math.min(from + chunk, made)), { discard: true })
        )
      }),
    next: (): number | undefined => (issued < made ? issued++ : undefined)
  }
}

/** Rows to take: made as they are needed, each used once. */
export const makeClaims = (databaseUrl: string) => {
  const all = {
    actions: rowsOf(databaseUrl, "actions"),
    fulfillments: rowsOf(databaseUrl, "fulfillments"),
    codes: rowsOf(databaseUrl, "codes")
  }
  return {
    /** Sees to it that at least `count` are there. */
    prepare: (taken: Taken, count: number) => all[taken].prepare(count),
    /** As many as requests of so many seconds can take. */
    prepareFor: (taken: Taken, seconds: number) => all[taken].prepare(Math.ceil(seconds * mostPerSecond[taken])),
    /** The serial number of the next one; undefined when none is left. */
    next: (taken: Taken): number | undefined => all[taken].next()
  }
}

export type Claims = ReturnType<typeof makeClaims>
