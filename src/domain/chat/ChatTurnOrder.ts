import { Schema } from "effect"
import { OrganizationId } from "../organizations/Organization.ts"
import { RowId } from "../shared/Scalars.ts"

/** The kinds of outbox entries that answer a question, and that post what a user is told. */
export const chatTurnKind = "chat_turn"
export const chatReplyKind = "chat_reply"

/** The purpose that both are sealed for; each is bound to its own id. */
export const chatOutboxPurpose = "chat outbox"

/**
 * The order to answer a question of a consultation, as the outbox keeps it. Question and address are sealed together, and
 * removed once the order is settled: they are private.
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

/** The order to post a text to an address of a chat platform, both sealed together, and removed once it is settled. */
export const ChatReplyOrder = Schema.Struct({
  orderId: Schema.String,
  organizationId: OrganizationId,
  installationXid: Schema.String,
  sealed: Schema.NullOr(Schema.String)
})
export type ChatReplyOrder = typeof ChatReplyOrder.Type

/** What is sealed of an order: what is asked or told, and where the platform takes the answer; null for nowhere. */
export const SealedText = Schema.fromJsonString(
  Schema.Struct({ text: Schema.String, responseUrl: Schema.NullOr(Schema.String) })
)
