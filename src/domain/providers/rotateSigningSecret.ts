import { DateTime, Effect } from "effect"
import { audit } from "../audit/audit.ts"
import { atomically } from "../shared/atomically.ts"
import { Vault } from "../shared/Vault.ts"
import { type Installation, signingSecretPurpose } from "./Installation.ts"
import type { InstallationStore } from "./InstallationStore.ts"
import { InstallationChanged } from "./ProviderErrors.ts"

type Secrets = Parameters<InstallationStore<Installation>["updateSecrets"]>[1]

/** Refuses to replace secrets that another rotation has replaced: the one that it issued would be lost. */
const replaceSecrets = Effect.fnUntraced(function* (
  installations: Pick<InstallationStore<Installation>, "updateSecrets">,
  installation: Installation,
  secrets: Secrets
) {
  if (!(yield* installations.updateSecrets(installation, secrets))) {
    return yield* new InstallationChanged({ id: installation.xid })
  }
})

/**
 * Gives an installation a new signing secret; the current one stays accepted until the next rotation or
 * `endFormerSecret` (INT-038).
 */
export const rotateSigningSecret = Effect.fn("rotateSigningSecret")(function* (
  installations: Pick<InstallationStore<Installation>, "updateSecrets">,
  installation: Installation,
  secret: string
) {
  const vault = yield* Vault
  const { organizationId, secretEnc, xid } = installation
  yield* replaceSecrets(installations, installation, {
    secretEnc: vault.seal(signingSecretPurpose, xid, secret),
    formerSecretEnc: secretEnc,
    rotatedAt: yield* DateTime.now
  })
  yield* audit({
    organizationId,
    action: "installation.rotated",
    subject: `installation:${xid}`,
    before: null,
    after: null
  })
}, atomically)

/** Ends a rotation and returns whether there was one: from then on only the new secret is accepted. */
export const endFormerSecret = Effect.fn("endFormerSecret")(function* (
  installations: Pick<InstallationStore<Installation>, "updateSecrets">,
  installation: Installation
) {
  const { formerSecretEnc, organizationId, rotatedAt, secretEnc, xid } = installation
  yield* replaceSecrets(installations, installation, { secretEnc, formerSecretEnc: null, rotatedAt })
  if (formerSecretEnc === null) return false
  yield* audit({
    organizationId,
    action: "installation.former_secret_ended",
    subject: `installation:${xid}`,
    before: null,
    after: null
  })
  return true
}, atomically)
