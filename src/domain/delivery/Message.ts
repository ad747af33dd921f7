import { Schema } from "effect"

/** How a message reaches a person. */
export const Channel = Schema.Literals(["email", "sms"])
export type Channel = typeof Channel.Type

/** A message to one person. `id` stays the same when it is sent again. A text message has no HTML and no subject. */
export interface Message {
  readonly id: string
  readonly channel: Channel
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string | null
}

/**
 * What a provider said: it has the message; it will never take it for this recipient; or it has not taken it now, and
 * may later. `reason` names neither the recipient nor what was written.
 */
export type DeliveryOutcome =
  | { readonly _tag: "accepted" }
  | { readonly _tag: "refused"; readonly reason: string }
  | { readonly _tag: "deferred"; readonly reason: string }

export const accepted: DeliveryOutcome = { _tag: "accepted" }
export const refused = (reason: string): DeliveryOutcome => ({ _tag: "refused", reason })
export const deferred = (reason: string): DeliveryOutcome => ({ _tag: "deferred", reason })
