import { Schema } from "effect"
import { Channel } from "../delivery/Message.ts"
import { OrganizationId } from "../organizations/Organization.ts"
import { RowId } from "../shared/Scalars.ts"

/** The kind of outbox entry that sends an invite. */
export const inviteOrderKind = "guest_invite"

/**
 * The order to send an invite, as the outbox keeps it. The token is sealed, and removed once the order is settled;
 * contact and text are read when it is sent. `messageId` is the same for every attempt.
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

/** The purpose that tokens are sealed for; each is bound to its message. */
export const inviteTokenPurpose = "invite token"
