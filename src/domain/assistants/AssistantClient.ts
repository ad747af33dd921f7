import { Schema } from "effect"

/** `client_id` of an assistant host at the authorization server: opaque, compared byte by byte. */
export const AssistantClientId = Schema.String.check(
  Schema.isPattern(/^[^\p{Cc}]{1,255}$/u, { expected: "1 to 255 characters without control characters" })
)

/** An assistant host that operators may connect; its tokens are refused unless `allowlisted` (INT-025). */
export const AssistantClient = Schema.Struct({
  clientId: AssistantClientId,
  name: Schema.NonEmptyString,
  allowlisted: Schema.Boolean,
  createdAt: Schema.DateTimeUtc
})
export type AssistantClient = typeof AssistantClient.Type
