import { Clock, Effect } from "effect"
import { Vault } from "../shared/Vault.ts"
import { SealedKind, SealedValues } from "./SealedValues.ts"

const rowsPerBatch = 500

/**
 * The number of values of a kind that can be opened, those among them sealed under a former secret, and those that
 * cannot be opened. `isWhole` is false if time ran out first.
 */
export interface SealedCount {
  readonly kind: SealedKind
  readonly opened: number
  readonly former: number
  readonly unopened: number
  readonly isWhole: boolean
}

/** Opens every sealed value, spending at most `maxMillis` per kind. */
export const checkSealed = Effect.fnUntraced(function* (maxMillis: number) {
  const sealedValues = yield* SealedValues
  const vault = yield* Vault
  return yield* Effect.forEach(
    SealedKind.literals,
    Effect.fnUntraced(function* (kind) {
      const until = (yield* Clock.currentTimeMillis) + maxMillis
      const count = { opened: 0, former: 0, unopened: 0 }
      let after: string | undefined
      do {
        const page = yield* sealedValues.list({ kind, after, limit: rowsPerBatch })
        for (const { about, purpose, sealed } of page.values) {
          if (vault.open(purpose, about, sealed) === undefined) count.unopened++
          else {
            count.opened++
            if (!sealed.startsWith(`${vault.currentKey}.`)) count.former++
          }
        }
        after = page.next
      } while (after !== undefined && (yield* Clock.currentTimeMillis) < until)
      return { kind, ...count, isWhole: after === undefined } satisfies SealedCount
    })
  )
})
