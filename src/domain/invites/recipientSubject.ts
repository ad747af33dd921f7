import { Effect } from "effect"
import type { Channel } from "../delivery/Message.ts"
import { Digests } from "../shared/Digests.ts"

/** A recipient as limits count them: hashed, and an e-mail address without case. */
export const recipientSubject = (channel: Channel, contact: string) =>
  Effect.map(Digests, ({ sha256 }) => `recipient ${sha256(`${channel} ${contact.toLowerCase()}`)}`)
