import { Schema } from "effect"
import { OperatorId } from "../operators/Operator.ts"
import { OrganizationId } from "../organizations/Organization.ts"
import { RowId } from "../shared/Scalars.ts"

/** A user of a chat platform by the platform's id: 1 to 180 printable ASCII characters. */
export const ExternalUserId = Schema.String.check(
  Schema.isPattern(/^[\x21-\x7e]{1,180}$/u, {
    expected: "an id of 1 to 180 printable ASCII characters",
    toJsonSchema: () => ({ pattern: "^[\\x21-\\x7e]{1,180}$", maxLength: 180 })
  })
)

/**
 * The link between a user of a chat platform and an operator, confirmed by the operator (INT-042). At most one per user
 * of an installation.
 */
export const ChatIdentity = Schema.Struct({
  id: RowId,
  xid: Schema.NonEmptyString,
  organizationId: OrganizationId,
  installationId: RowId,
  externalUserId: Schema.String,
  externalUserName: Schema.String,
  operatorId: OperatorId,
  linkedAt: Schema.DateTimeUtc,
  lastTurnAt: Schema.NullOr(Schema.DateTimeUtc)
})
export type ChatIdentity = typeof ChatIdentity.Type
