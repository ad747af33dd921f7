import { Schema } from "effect"
import { Addressee, audienceCovers } from "./audienceCovers.ts"
import type { IntegrationGrant } from "./MessagingGrant.ts"

/** What decides whether a message is visible. It can change after the message was written, so it is read with it. */
export const MessageVisibility = Schema.Struct({
  ...Addressee.fields,
  isSensitive: Schema.Boolean,
  isDeleted: Schema.Boolean,
  sourceDerived: Schema.Boolean,
  aiPrivate: Schema.Boolean
})
export type MessageVisibility = typeof MessageVisibility.Type

/**
 * Whether an integration may see the message, in any view: sensitive, deleted and source-derived messages and private
 * AI history never are (HUB-038, A-73).
 */
export const messageVisible = (
  grant: Pick<IntegrationGrant, "audienceWorkspace" | "audienceTeamIds">,
  message: MessageVisibility
): boolean =>
  !message.isSensitive &&
  !message.isDeleted &&
  !message.sourceDerived &&
  !message.aiPrivate &&
  audienceCovers(grant, message)
