import { Effect } from "effect"
import { onDatabase } from "./database.ts"
import { insertClaimed } from "./rows/claimedRows.ts"
import { insertCodes } from "./rows/codeRows.ts"
import { insertClaimable } from "./rows/rows.ts"

const chunk = 10_000

const inserts = { actions: insertClaimable, fulfillments: insertClaimed, codes: insertCodes }

/** The rows that requests consume, one each: Actions to claim, claims to fulfill, or codes of a pool. */
export type Consumable = keyof typeof inserts

/** More than any subject consumes in a second. */
const mostPerSecond: Readonly<Record<Consumable, number>> = { actions: 4000, fulfillments: 1500, codes: 600 }

const rowsOf = (databaseUrl: string, kind: Consumable) => {
  let inserted = 0
  let issued = 0
  return {
    prepare: (count: number) =>
      Effect.suspend(() => {
        const missing = issued + count - inserted
        if (missing <= 0) return Effect.void
        const starts = Array.from({ length: Math.ceil(missing / chunk) }, (_, index) => inserted + index * chunk)
        inserted += missing
        return onDatabase(
          databaseUrl,
          Effect.forEach(starts, (from) => inserts[kind](from, Math.min(from + chunk, inserted)), { discard: true })
        )
      }),
    next: (): number | undefined => (issued < inserted ? issued++ : undefined)
  }
}

/** A supply of rows to consume, inserted on demand; each is used once. */
export const makeClaims = (databaseUrl: string) => {
  const all = {
    actions: rowsOf(databaseUrl, "actions"),
    fulfillments: rowsOf(databaseUrl, "fulfillments"),
    codes: rowsOf(databaseUrl, "codes")
  }
  return {
    /** Ensures that at least `count` are left. */
    prepare: (kind: Consumable, count: number) => all[kind].prepare(count),
    /** Ensures that enough are left for `seconds` of requests. */
    prepareFor: (kind: Consumable, seconds: number) => all[kind].prepare(Math.ceil(seconds * mostPerSecond[kind])),
    /** The serial number of the next one; undefined if none is left. */
    next: (kind: Consumable): number | undefined => all[kind].next()
  }
}

export type Claims = ReturnType<typeof makeClaims>
