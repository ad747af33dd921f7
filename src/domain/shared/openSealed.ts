import { Data, Effect } from "effect"
import { Vault } from "./Vault.ts"

/** No configured secret opens a stored value. A defect that is an outage: it ends when the secret is configured. */
export class SealUnopened extends Data.TaggedError("SealUnopened")<{ readonly message: string }> {}

/**
 * Logs what does not open and the id of its key, and dies with `SealUnopened`, so that the transaction rolls back and
 * the caller may try again later.
 */
export const sealUnopened = Effect.fnUntraced(function* (what: string, stored: string) {
  const message = `${what} opens neither with HUB_SECRET nor with HUB_FORMER_SECRETS`
  yield* Effect.annotateLogs(Effect.logError(message), { sealedWith: stored.split(".")[0] ?? "" })
  return yield* Effect.die(new SealUnopened({ message }))
})

/** Opens what a request cannot do without. */
export const openSealed = Effect.fnUntraced(function* (what: string, purpose: string, about: string, sealed: string) {
  const vault = yield* Vault
  return vault.open(purpose, about, sealed) ?? (yield* sealUnopened(what, sealed))
})
