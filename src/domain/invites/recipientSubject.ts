import { Effect } from "effect"
import type { Channel } from "../delivery/Message.ts"
import { Digests } from "../shared/Digests.ts"

/** The rate-limit subject of a recipient: hashed, ignoring case. */
export const recipientSubject = (channel: Channel, contact: string) =>
  Effect.map(Digests, ({ sha256 }) => `recipient ${sha256(`${channel} ${contact.toLowerCase()}`)}`)
