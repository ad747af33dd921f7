import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { Vault } from "../shared/Vault.ts"
import type { FulfillmentId } from "./Fulfillment.ts"

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const length = 8

/** Vault purposes. A verification code is bound to its fulfillment id, an external code to its own. */
export const verificationCodePurpose = "verification code"
export const externalCodePurpose = "external code"

/** The stored form of a verification code: digest and sealed copy (PAR-028). */
export interface StoredVerificationCode {
  readonly verificationCodeHash: string
  readonly verificationCodeEnc: string
}

/** A new code of 40 random bits in unambiguous letters and digits, with its stored form. */
export const makeVerificationCode = Effect.fnUntraced(function* (fulfillmentId: FulfillmentId) {
  const random = yield* SecureRandom.SecureRandom
  const vault = yield* Vault
  const bytes = yield* random.randomBytes(length)
  const text = Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length)).join("")
  const stored: StoredVerificationCode = {
    verificationCodeHash: vault.digest(verificationCodePurpose, fulfillmentId, text),
    verificationCodeEnc: vault.seal(verificationCodePurpose, fulfillmentId, text)
  }
  return { text, stored }
})

/** Normalises a typed code: any case, spaces or hyphens anywhere, O for 0, I or L for 1. */
const normalize = (typed: string) =>
  typed.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1")

/** Whether the code matches the fulfillment's digest. */
export const isVerificationCode = (
  vault: Vault["Service"],
  fulfillmentId: FulfillmentId,
  typed: string,
  digest: string
): boolean => vault.isDigestOf(verificationCodePurpose, fulfillmentId, normalize(typed), digest)

/** Decrypts a verification code for its owner; undefined if it cannot be opened. */
export const openVerificationCode = (vault: Vault["Service"], fulfillmentId: FulfillmentId, sealed: string) =>
  vault.open(verificationCodePurpose, fulfillmentId, sealed)

/** Decrypts a pool code's value; undefined if it cannot be opened. */
export const openExternalCode = (
  vault: Vault["Service"],
  { valueEnc, xid }: { readonly xid: string; readonly valueEnc: string }
) => vault.open(externalCodePurpose, xid, valueEnc)
