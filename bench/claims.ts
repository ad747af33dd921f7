import { Effect } from "effect"
import { onDatabase } from "./database.ts"
import { insertClaimable } from "./rows.ts"

const chunk = 10_000

/** Actions to claim: made as they are needed, each used once. */
export const makeClaims = (databaseUrl: string) => {
  let made = 0
  let issued = 0
  return {
    /** Sees to it that at least `count` are there. */
    prepare: (count: number) =>
      Effect.suspend(() => {
        const missing = issued + count - made
        if (missing <= 0) return Effect.void
        const starts = Array.from({ length: Math.ceil(missing / chunk) }, (_, index) => made + index * chunk)
        made += missing
        return onDatabase(
          databaseUrl,
          Effect.forEach(starts, (from) => insertClaimable(from, Math.min(from + chunk, made)), { discard: true })
        )
      }),
    /** The serial number of the next one; undefined when none is left. */
    next: (): number | undefined => (issued < made ? issued++ : undefined)
  }
}

export type Claims = ReturnType<typeof makeClaims>
