import { Schema } from "effect"

/** How a message reaches a person. */
export const Channel = Schema.Literals(["email", "sms"])
export type Channel = typeof Channel.Type

/** A message to one person. `id` stays the same when it is sent again. An SMS has neither HTML nor subject. */
export interface Message {
  readonly id: string
  readonly channel: Channel
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string | null
}

/**
 * The provider's response: accepted; permanently refused for this recipient; or deferred, to be retried, not before
 * `retryAfterSeconds` if the provider says so. `reason` contains neither the recipient nor the content.
 */
export type DeliveryOutcome =
  | { readonly _tag: "accepted" }
  | { readonly _tag: "refused"; readonly reason: string }
  | { readonly _tag: "deferred"; readonly reason: string; readonly retryAfterSeconds?: number }

export const accepted: DeliveryOutcome = { _tag: "accepted" }
export const refused = (reason: string): DeliveryOutcome => ({ _tag: "refused", reason })
export const deferred = (reason: string, retryAfterSeconds?: number): DeliveryOutcome => ({
  _tag: "deferred",
  reason,
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
})
