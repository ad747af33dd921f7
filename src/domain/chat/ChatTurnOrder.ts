import { Schema } from "effect"
import { OrganizationId } from "../organizations/Organization.ts"
import { RowId } from "../shared/Scalars.ts"

/** The kinds of outbox entries that answer a question, and that post a reply. */
export const chatTurnKind = "chat_turn"
export const chatReplyKind = "chat_reply"

/** Vault purpose of both; each is bound to its own id. */
export const chatOutboxPurpose = "chat outbox"

/**
 * The outbox payload that orders the answer to a question of a consultation. Question and response URL are private:
 * they are sealed together, and removed once the order is settled.
 */
export const ChatTurnOrder = Schema.Struct({
  orderId: Schema.String,
  organizationId: OrganizationId,
  installationXid: Schema.String,
  externalUserId: Schema.String,
  consultationId: RowId,
  sealed: Schema.NullOr(Schema.String)
})
export type ChatTurnOrder = typeof ChatTurnOrder.Type

/**
 * The outbox payload that orders a post to a chat platform. Text and URL are sealed together, and removed once the
 * order is settled.
 */
export const ChatReplyOrder = Schema.Struct({
  orderId: Schema.String,
  organizationId: OrganizationId,
  installationXid: Schema.String,
  sealed: Schema.NullOr(Schema.String)
})
export type ChatReplyOrder = typeof ChatReplyOrder.Type

/** The sealed content of an order: the question or reply, and the URL to post the answer to; null for none. */
export const SealedText = Schema.fromJsonString(
  Schema.Struct({ text: Schema.String, responseUrl: Schema.NullOr(Schema.String) })
)
