import { Schema } from "effect"
import { Channel } from "../delivery/Message.ts"
import { OrganizationId } from "../organizations/Organization.ts"
import { RowId } from "../shared/Scalars.ts"

/** The kind of outbox entry that sends an invite. */
export const inviteOrderKind = "guest_invite"

/**
 * The outbox payload that orders an invite to be sent. The token is sealed, and removed once the order is settled;
 * contact and text are read at the time of sending. `messageId` is the same for every attempt.
 */
export const InviteOrder = Schema.Struct({
  organizationId: OrganizationId,
  inviteId: RowId,
  tokenHash: Schema.String,
  channel: Channel,
  messageId: Schema.String,
  sealedToken: Schema.NullOr(Schema.String)
})
export type InviteOrder = typeof InviteOrder.Type

/** Vault purpose of sealed tokens; each is bound to its message id. */
export const inviteTokenPurpose = "invite token"
