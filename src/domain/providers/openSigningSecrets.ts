import { Effect } from "effect"
import { openSealed } from "../shared/openSealed.ts"
import { Vault } from "../shared/Vault.ts"
import { type Installation, signingSecretPurpose } from "./Installation.ts"

/**
 * The secrets of an installation that are in force: two, so that all cost the same. In the place of one that does not
 * exist something is sealed, which costs as much as to open it; what comes of it signs nothing that anybody sends.
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
