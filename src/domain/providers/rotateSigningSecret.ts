import { DateTime, Effect } from "effect"
import { audit } from "../audit/audit.ts"
import { atomically } from "../shared/atomically.ts"
import { Vault } from "../shared/Vault.ts"
import { type Installation, signingSecretPurpose } from "./Installation.ts"
import type { InstallationStore } from "./InstallationStore.ts"

/**
 * Gives an installation a new signing secret; the current one stays accepted until the next rotation or
 * `endFormerSecret` (INT-038).
 */
export const rotateSigningSecret = Effect.fn("rotateSigningSecret")(function* (
  installations: Pick<InstallationStore<Installation>, "updateSecrets">,
  { id, organizationId, secretEnc, xid }: Installation,
  secret: string
) {
  const vault = yield* Vault
  yield* installations.updateSecrets({
    id,
    organizationId,
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

/** Ends a rotation: from then on only the new secret is accepted. */
export const endFormerSecret = Effect.fn("endFormerSecret")(function* (
  installations: Pick<InstallationStore<Installation>, "updateSecrets">,
  { id, organizationId, rotatedAt, secretEnc, xid }: Installation
) {
  yield* installations.updateSecrets({ id, organizationId, secretEnc, formerSecretEnc: null, rotatedAt })
  yield* audit({
    organizationId,
    action: "installation.former_secret_ended",
    subject: `installation:${xid}`,
    before: null,
    after: null
  })
}, atomically)
