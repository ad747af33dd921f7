import { Data, Effect } from "effect"
import { Vault } from "./Vault.ts"

/**
 * No configured secret opens a stored value. A defect that counts as an outage: it ends when the secret is configured.
 */
export class SealUnopened extends Data.TaggedError("SealUnopened")<{ readonly message: string }> {}

/**
 * Logs what cannot be opened and the id of its key, and dies with `SealUnopened`: the transaction rolls back and the
 * caller may retry later.
 */
export const sealUnopened = Effect.fnUntraced(function* (what: string, stored: string) {
  const message = `${what} can be opened neither with HUB_SECRET nor with HUB_FORMER_SECRETS`
  yield* Effect.annotateLogs(Effect.logError(message), { sealedWith: stored.split(".")[0] ?? "" })
  return yield* Effect.die(new SealUnopened({ message }))
})

/** Opens a sealed value that the request requires. */
export const openSealed = Effect.fnUntraced(function* (what: string, purpose: string, about: string, sealed: string) {
  const vault = yield* Vault
  return vault.open(purpose, about, sealed) ?? (yield* sealUnopened(what, sealed))
})
