import { Schema } from "effect"
import { OrganizationId } from "../organizations/Organization.ts"
import { RowId } from "../shared/Scalars.ts"

/** How long a link can be confirmed (INT-043). */
export const linkLifetime = { minutes: 10 } as const

/**
 * A one-time link requested by a user of a chat platform, for an operator to confirm. Only its hash is stored
 * (INT-043).
 */
export const ChatLinkToken = Schema.Struct({
  id: RowId,
  organizationId: OrganizationId,
  installationId: RowId,
  externalUserId: Schema.String,
  externalUserName: Schema.String,
  tokenHash: Schema.NonEmptyString,
  createdAt: Schema.DateTimeUtc,
  expiresAt: Schema.DateTimeUtc,
  usedAt: Schema.NullOr(Schema.DateTimeUtc)
})
export type ChatLinkToken = typeof ChatLinkToken.Type
