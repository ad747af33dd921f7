import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { Vault } from "../shared/Vault.ts"
import type { FulfillmentId } from "./Fulfillment.ts"

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const length = 8

/** Keys of the vault: verification codes are about their fulfillment, external codes about themselves. */
export const verificationCodePurpose = "verification code"
export const externalCodePurpose = "external code"

/** What of a verification code is stored: digest and sealed copy (PAR-028). */
export interface StoredVerificationCode {
  readonly verificationCodeHash: string
  readonly verificationCodeEnc: string
}

/** A fresh code of 40 random bits, in letters and digits that are not mistaken for each other, with what is kept of it. */
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

/** A code as it was made, out of what somebody typed: any case, spaces or hyphens between, O for 0, I or L for 1. */
const asMade = (typed: string) =>
  typed.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1")

/** Whether the code is the one of the fulfillment that has this digest. */
export const isVerificationCode = (
  vault: Vault["Service"],
  fulfillmentId: FulfillmentId,
  typed: string,
  digest: string
): boolean => vault.isDigestOf(verificationCodePurpose, fulfillmentId, asMade(typed), digest)

/** The code of a fulfillment, for its owner; undefined when it cannot be opened any more. */
export const openVerificationCode = (vault: Vault["Service"], fulfillmentId: FulfillmentId, sealed: string) =>
  vault.open(verificationCodePurpose, fulfillmentId, sealed)

/** The value of a pool's code, by the code's external id; undefined when it cannot be opened any more. */
export const openExternalCode = (
  vault: Vault["Service"],
  { valueEnc, xid }: { readonly xid: string; readonly valueEnc: string }
) => vault.open(externalCodePurpose, xid, valueEnc)
