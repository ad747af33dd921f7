import { createCipheriv, createHash, createHmac, hkdfSync } from "node:crypto"
import { developmentSecret } from "../domain/shared/developmentSecret.ts"

const derived = (use: string, bytes: number) =>
  Buffer.from(hkdfSync("sha256", developmentSecret, "hub/vault", use, bytes))

const keyId = derived("id", 6).toString("hex")

/**
 * Seals like the vault of development, except that the nonce is derived from the text, so that the demo data is the
 * same on every machine: none of it is confidential.
 */
export const demoVault = {
  seal: (purpose: string, about: string, text: string): string => {
    const nonce = createHash("sha256")
      .update(JSON.stringify([purpose, about, text]))
      .digest()
      .subarray(0, 12)
    const cipher = createCipheriv("aes-256-gcm", derived(`seal ${purpose}`, 32), nonce)
    const bytes = Buffer.concat([cipher.setAAD(Buffer.from(about)).update(text, "utf8"), cipher.final()])
    return `${keyId}.${Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString("base64url")}`
  },
  digest: (purpose: string, about: string, text: string): string => {
    const mac = createHmac("sha256", derived(`digest ${purpose}`, 32)).update(JSON.stringify([about, text]))
    return `${keyId}.${mac.digest("hex")}`
  }
}
