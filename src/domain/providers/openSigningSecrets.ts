import { Effect } from "effect"
import { openSealed } from "../shared/openSealed.ts"
import { Vault } from "../shared/Vault.ts"
import { type Installation, signingSecretPurpose } from "./Installation.ts"

/**
 * The accepted secrets of an installation: always two, so that every call costs the same. A missing one is replaced by
 * a freshly sealed text, which costs as much as opening one and cannot match any signature.
 */
export const openSigningSecrets = Effect.fnUntraced(function* (installation: Installation | undefined) {
  const vault = yield* Vault
  const xid = installation?.xid ?? "none"
  const secretOf = (sealed: string | null | undefined) =>
    sealed === null || sealed === undefined
      ? Effect.sync(() => vault.seal(signingSecretPurpose, xid, "a secret that does not exist, in its place"))
      : openSealed("A signing secret", signingSecretPurpose, xid, sealed)
  return [yield* secretOf(installation?.secretEnc), yield* secretOf(installation?.formerSecretEnc)] as const
})
