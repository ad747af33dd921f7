import { DateTime, Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import type { OrganizationId } from "../organizations/Organization.ts"
import { Vault } from "../shared/Vault.ts"
import type { InsightSecret } from "./GuestIntelligence.ts"
import { InsightSealed } from "./InsightErrors.ts"
import { InsightFeed } from "./InsightFeed.ts"

/** Vault purposes: the secret of an organization's hashes, and the hashed PMS ids. */
export const insightSecretPurpose = "insight secret"
export const pmsGuestIdPurpose = "pms guest id"

/** The binding of the sealed secret. */
export const aboutSecret = (organizationId: number) => String(organizationId)

/** The binding of a sealed PMS id: the record of its hash. */
export const aboutPmsGuestId = (organizationId: number, hashedPmsGuestId: string) =>
  `${organizationId} ${hashedPmsGuestId}`

const secretBytes = 32

const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

/** A new secret, with its sealed row. */
export const mintInsightSecret = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const random = yield* SecureRandom.SecureRandom
  const vault = yield* Vault
  const secret = hexOf(yield* random.randomBytes(secretBytes))
  const row: InsightSecret = {
    organizationId,
    secretEnc: vault.seal(insightSecretPurpose, aboutSecret(organizationId), secret),
    createdAt: yield* DateTime.now
  }
  return { secret, row }
})

/**
 * The secret under which the organization's PMS guest ids are hashed, created on first use; locked against rotation
 * until the transaction ends.
 */
export const getInsightSecret = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const feed = yield* InsightFeed
  const vault = yield* Vault
  const find = feed.findSecretForShare(organizationId)
  let stored = yield* find
  if (Option.isNone(stored)) {
    yield* feed.insertSecret((yield* mintInsightSecret(organizationId)).row)
    stored = yield* find
  }
  const secret = Option.isNone(stored)
    ? undefined
    : vault.open(insightSecretPurpose, aboutSecret(organizationId), stored.value.secretEnc)
  return secret ?? (yield* new InsightSealed({ what: "The secret of the organization's guest hashes" }))
})
