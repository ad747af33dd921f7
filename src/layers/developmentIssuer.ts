import { DateTime, Effect } from "effect"
import { importJWK, type JWK, type JWTPayload, SignJWT } from "jose"

/** `iss` of every token of the development issuer. The host does not exist, and nothing is fetched from it. */
export const developmentIssuer = "https://issuer.hub.localhost/"

/** `aud` of its member and operator tokens. Assistant tokens are bound to a resource instead (INT-021). */
export const developmentAudiences = { member: "hub-members", operator: "hub-operators" } as const

/** `client_id` of the assistant host in development. */
export const developmentClientId = "hub-assistant"

/** The validity of demo tokens, fixed so that they are identical on every machine. */
export const demoValidity: Validity = {
  issuedAt: DateTime.makeUnsafe("2026-01-01T00:00:00Z"),
  expiresAt: DateTime.makeUnsafe("2036-01-01T00:00:00Z")
}

const keyId = "hub-development"

/**
 * NOT A SECRET: the published private key of the development issuer. Anyone who reads this file can sign any token with
 * it. It protects nothing, because it is trusted only where no issuer is configured, which `HUB_ENV=production` and
 * `sandbox` refuse. It is committed rather than generated, so that demo tokens are identical on every machine and
 * survive a restart.
 */
const DEVELOPMENT_PRIVATE_KEY = {
  kty: "RSA",
  n:
    "xecGTSEpxOij8Pda0ccT2hgpAHxqdUfMw__S_smRJnpU0jLh6Z-Vhm1Mbl3lZ-HqcemU6l7DmSqoPHyj8hDN3m1ALpiFFenrE4mSaB9W" +
    "NwXdgDCqv2HIhYN_gyTmOJTM_FgfPMBW6MnAqOTDUIsXDqASYrx_pDsKFSPxjGs4Kvv54qUAI4TOiGUMiAAba5bPoCeA4QPtnH91ql16" +
    "cA5nfNbL2g24WgVhxTDKR7rTj6O2CdB5EnER7yOpGHVwPEcvit-mO5O_0vcIkXfzTPnhvjM-y7ujVR0JgV-HXE7UY7U6bby7hsKVRkgs" +
    "MesfK4w9RQUtvvkNuw_j8gntVnzA4w",
  e: "AQAB",
  d:
    "FNtKT-JLr3Zgd2VCMN3ntYeao_P4w5Ubu0OgqNHKa9aJo5Ym4UMRyZcxmRIT5WpVlcgVtcuN6_xRuv-HHFxGrgcv3plGsVlejnJkYnfR" +
    "qL6D_7NhU1vKpmjbjTvcIstqfQ-2dGXFjbFcOLsp6w5K5vOEwdt2zPKclz9wq1P4w-1sf69WelOgdQzdJ-SbwYAnoQbqKsK6ISV35rpb" +
    "aitBjn71E-GRKr8jWp6KbTWO_2GJPHzMCXaEfpXNAMpiLYx4U1YTkO8OoQM1eoFopQ4nYavp2XdGCrNH7kvHkpdbGhObZx6EpRPERIsV" +
    "LXfCgZjGAsSPCd-28ps5vNzIf6Vz2Q",
  p:
    "7VpQ60T8ryIoviDLd6z65pSUk1hKvR02M2G_-1nCkj2q2-GCecnHoSH1e9yerjOGBQFv8sif_gchGUSquq9HlvztqV5ybtH262yjNgti" +
    "VvRbSogQ2HgdnEy2CowkFmZG2Zt5nhETW7MVPDFfTiYZFBzMdzhXHJTVs78OGzg5W2k",
  q:
    "1XNGimn749kpU-ETug9HDuNDsEjFqN0M13Suino0PsqoeOG06NiEvXcY_rniq10MKvy5oiuAfPy5dFvkP3o1EQQRbBnTRKJRgiMpPceQ" +
    "UrKLKub4SDxY4jdcKCZTnHk8-lQ1OXu5Hun5G7sArr3hO564mxtO9Ffxd4O_OZ4xrGs",
  dp:
    "E7wDqFwXClSzwIMnh67JOay24b1gkXLBU-pXtQVUiSY5c4i_eXLOd1ZEe-TvCJreFMJ21V_a9ZsQJHKyI015jVNAS2m_5_jrJ83jkBXI" +
    "OmScxoijpevuwlUaeawHQBmG4IbtyLewvVoZdOTCANRoF2UBlxQHIig50HUdLiQxmKk",
  dq:
    "RSRDLGDqbEMTBQ26oyGBxgvOCFN6W5nHKB-uzkKJm_Fvo0CRpn9EeE8U9KZoC1RntaEJzMNEqrf-pveBNyKx_-IOdrLi4a-msX4MROvZ" +
    "D0CwneQVdui9bgG6w3Ku0Nfg7cHLP-SY8a-etuHbdb8iL3rZl7y_1ZyLJkix78sTkiM",
  qi:
    "wY380yISJVa2UmtYibfPz7Ltv1N9mB-WZIQVQSH3HwyzWBEiArUSNroTKS5Pbo_-Vn2aEx1SWmrou3FYKP58pE24Rs53Jly7lpZPGEK0" +
    "jpXjB0Hdl-1v31GRhNcD0_dRjdI_8nqXaw61B91JOcST1EF_yw0w_RhVB6lwTQU74YI"
} satisfies JWK

/** The key set that verifies what the development issuer signs. */
export const developmentKeys: { readonly keys: Array<JWK> } = {
  keys: [
    { kty: "RSA", n: DEVELOPMENT_PRIVATE_KEY.n, e: DEVELOPMENT_PRIVATE_KEY.e, kid: keyId, alg: "RS256", use: "sig" }
  ]
}

export interface Validity {
  readonly issuedAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc
}

const seconds = (time: DateTime.Utc) => Math.floor(DateTime.toEpochMillis(time) / 1000)

const sign = (claims: JWTPayload, { issuedAt, expiresAt }: Validity): Effect.Effect<string> =>
  Effect.promise(async () =>
    new SignJWT({ iss: developmentIssuer, ...claims, iat: seconds(issuedAt), exp: seconds(expiresAt) })
      .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: keyId })
      .sign(await importJWK(DEVELOPMENT_PRIVATE_KEY, "RS256"))
  )

/** A member token (MEM-003). Deterministic. */
export const mintMemberToken = (
  input: Validity & { readonly subject: string; readonly emailVerified: boolean }
): Effect.Effect<string> =>
  sign(
    {
      sub: input.subject,
      aud: developmentAudiences.member,
      email_verified: input.emailVerified
    },
    input
  )

/** An operator access token; without `organization` it has no tenant (PAR-093, PAR-094). Deterministic. */
export const mintOperatorToken = (
  input: Validity & {
    readonly subject: string
    readonly permissions: ReadonlyArray<string>
    readonly organization?: string | undefined
  }
): Effect.Effect<string> =>
  sign(
    {
      sub: input.subject,
      aud: developmentAudiences.operator,
      "app:hub:permissions": input.permissions,
      ...(input.organization === undefined ? {} : { "app:hub:org_id": input.organization })
    },
    input
  )

/** The resource, and so the `aud`, of a deployment's assistant tokens (INT-021). */
export const assistantResource = (baseUrl: string) => `${baseUrl.replace(/\/+$/, "")}/api/operator-mcp`

/** An OAuth token for the assistant endpoint at `resource` (INT-018 to INT-026). Deterministic. */
export const mintAssistantToken = (
  input: Validity & {
    readonly subject: string
    readonly resource: string
    readonly clientId: string
    readonly scopes: ReadonlyArray<string>
    readonly organization: string
  }
): Effect.Effect<string> =>
  sign(
    {
      sub: input.subject,
      aud: input.resource,
      client_id: input.clientId,
      scope: input.scopes.join(" "),
      org_id: input.organization
    },
    input
  )
