import { Effect } from "effect"
import { atomically } from "../shared/atomically.ts"
import { Vault } from "../shared/Vault.ts"
import { type ResealedValue, SealedKind, type SealedValue, SealedValues } from "./SealedValues.ts"

/** Rows per batch: few enough that requests hardly wait for the rows that a batch locks. */
const rowsPerBatch = 250

/** Maximum passes over a kind while locked rows remain. */
const maxPasses = 5

/**
 * The result for the values of a kind that were not sealed under the current secret. `unopened`: sealed under a secret
 * that is not configured, or altered; `busy`: locked on each pass.
 */
export interface Resealed {
  readonly kind: SealedKind
  readonly resealed: number
  readonly unopened: number
  readonly busy: number
}

type OnProgress = (progress: Resealed) => Effect.Effect<void>

/**
 * Reseals the values that can be opened under the current secret. Of equal digests only the first is set, since digests
 * are unique.
 */
const reseal = (vault: Vault["Service"], values: ReadonlyArray<SealedValue>): ReadonlyArray<ResealedValue> => {
  const digests = new Set<string>()
  return values.flatMap(({ about, digestAbout, position, purpose, sealed }) => {
    const text = vault.open(purpose, about, sealed)
    if (text === undefined) return []
    const digest = digestAbout === null ? null : vault.digest(purpose, digestAbout, text)
    const isNew = digest !== null && !digests.has(digest)
    if (isNew) digests.add(digest)
    return [{ position, was: sealed, sealed: vault.seal(purpose, about, text), digest: isNew ? digest : null }]
  })
}

const resealKind = Effect.fnUntraced(function* (kind: SealedKind, onProgress: OnProgress) {
  const sealedValues = yield* SealedValues
  const vault = yield* Vault
  let state: Resealed = { kind, resealed: 0, unopened: 0, busy: 0 }
  for (let pass = 1; pass <= maxPasses; pass++) {
    state = { ...state, unopened: 0, busy: 0 }
    let after: string | undefined
    do {
      const page = yield* sealedValues.list({ kind, after, limit: rowsPerBatch, except: vault.currentKey })
      const values = reseal(vault, page.values)
      const replaced = values.length === 0 ? 0 : yield* atomically(sealedValues.update(kind, values))
      state = {
        kind,
        resealed: state.resealed + replaced,
        unopened: state.unopened + page.values.length - values.length,
        busy: state.busy + values.length - replaced
      }
      yield* onProgress(state)
      after = page.next
    } while (after !== undefined)
    if (state.busy === 0) return state
    if (pass < maxPasses) yield* Effect.sleep("1 second")
  }
  return state
})

/**
 * Reseals under the current secret all values sealed under a former one, batch by batch, each in its own transaction:
 * an interrupted run can be continued by another. Safe while other processes serve requests.
 */
export const resealAll = (onProgress: OnProgress) =>
  Effect.forEach(SealedKind.literals, (kind) => resealKind(kind, onProgress))
