import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { audit } from "../audit/audit.ts"
import type { Workspace } from "../messaging/Workspace.ts"
import { atomically } from "../shared/atomically.ts"
import { Vault } from "../shared/Vault.ts"
import { type Installation, signingSecretPurpose } from "./Installation.ts"

/** A new installation of either kind, before it has a row id. */
export type NewInstallation = Omit<Installation, "id">

/** Adds an installation of a workspace, whose provider signs with `secret`; returns its external id (INT-038). */
export const addInstallation = Effect.fn("addInstallation")(function* <R>(
  insert: (installation: NewInstallation) => Effect.Effect<void, never, R>,
  options: { readonly workspace: Workspace; readonly name: string; readonly secret: string }
) {
  const vault = yield* Vault
  const random = yield* SecureRandom.SecureRandom
  const now = yield* DateTime.now
  const xid = yield* random.uuidV7()
  const { id: workspaceId, organizationId } = options.workspace
  yield* insert({
    xid,
    organizationId,
    workspaceId,
    name: options.name,
    secretEnc: vault.seal(signingSecretPurpose, xid, options.secret),
    formerSecretEnc: null,
    status: "active",
    createdAt: now,
    rotatedAt: now
  })
  yield* audit({
    organizationId,
    action: "installation.added",
    subject: `installation:${xid}`,
    before: null,
    after: { name: options.name }
  })
  return xid
}, atomically)
