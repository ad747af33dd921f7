import { seeded, sha256 } from "./seeded.ts"

/** The secret of the demo hub key `name`: `hub_dev_org_` and 43 letters and digits. */
export const hubSecret = (name: string) => `hub_dev_org_${seeded.secret("hub key", name)}`

/** The secret of the demo partner key `name`; PA_sbx is one of the sandbox. */
export const partnerSecret = (name: string) =>
  `${name === "PA_sbx" ? "hub_test_ptr_" : "hub_dev_ptr_"}${seeded.secret("partner key", name)}`

/** POK: a key minted by the identity provider, which no surface accepts yet (PAR-096); it is in no table. */
export const identityProviderSecret = `idp_dev_org_${seeded.secret("identity provider key", "POK")}`

/** What a key row keeps of its secret. */
export const storedSecret = (secret: string) => ({
  prefix: secret.slice(0, secret.lastIndexOf("_") + 1),
  lastFour: secret.slice(-4),
  secretHash: sha256(secret)
})
