import { seeded, sha256 } from "./seeded.ts"

/** The secret of the demo hub key `name`: `hub_dev_org_` and 43 letters and digits. */
export const hubSecret = (name: string) => `hub_dev_org_${seeded.secret("hub key", name)}`

/** The secret of the demo partner key `name`; PA_sbx is a sandbox key. */
export const partnerSecret = (name: string) =>
  `${name === "PA_sbx" ? "hub_test_ptr_" : "hub_dev_ptr_"}${seeded.secret("partner key", name)}`

/** POK: a key minted by the identity provider, which no surface accepts yet (PAR-096); it is not stored. */
export const identityProviderSecret = `idp_dev_org_${seeded.secret("identity provider key", "POK")}`

/** The columns of a key row that derive from its secret. */
export const storedSecret = (secret: string) => ({
  prefix: secret.slice(0, secret.lastIndexOf("_") + 1),
  lastFour: secret.slice(-4),
  secretHash: sha256(secret)
})
