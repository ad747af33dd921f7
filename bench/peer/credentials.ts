import { hash, timingSafeEqual } from "node:crypto"
import { statements } from "../statements/statements.ts"
import type { Database } from "./database.ts"

/** A key with its owner. */
export interface Credential {
  readonly id: number
  readonly xid: string
  readonly name: string
  readonly surface: "hub" | "partner"
  readonly secretHash: string
  readonly environment: string
  readonly permissions: ReadonlyArray<string>
  readonly origin: "settings" | "widget"
  readonly authLevel: string | null
  readonly allVenues: boolean
  readonly venueIds: ReadonlyArray<number>
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  readonly organizationId: number | null
  readonly organizationXid: string | null
  readonly organizationName: string | null
  readonly organizationSlug: string | null
  readonly organizationStatus: string | null
  readonly integrationId: number | null
  readonly integrationXid: string | null
  readonly integrationOrigin: "settings" | "widget" | null
}

/** Keys by secret, cached for `seconds`, compared in constant time. */
export const makeCredentials = (database: Database, seconds: number) => {
  const remembered = new Map<string, { readonly credential: Credential | undefined; readonly until: number }>()

  const look = async (secretHash: string, now: number): Promise<Credential | undefined> => {
    const [credential] = await database.rows<Credential>(undefined, statements.credential, { hash: secretHash })
    if (remembered.size >= 10_000) remembered.clear()
    remembered.set(secretHash, { credential, until: now + seconds * 1000 })
    return credential
  }

  return async (secret: string, now: number): Promise<Credential | undefined> => {
    const secretHash = hash("sha256", secret)
    const cached = remembered.get(secretHash)
    const credential = cached !== undefined && now < cached.until ? cached.credential : await look(secretHash, now)
    return credential !== undefined &&
      timingSafeEqual(Buffer.from(credential.secretHash), Buffer.from(secretHash)) &&
      (credential.revokedAt === null || credential.revokedAt.getTime() > now) &&
      (credential.expiresAt === null || credential.expiresAt.getTime() > now) &&
      credential.environment === "development"
      ? credential
      : undefined
  }
}
