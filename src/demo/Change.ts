import type { MessagingEvent } from "../domain/messaging/MessagingEvent.ts"

/** A change of a message or an Action, before it is assigned a sequence number in the feed. */
export type Change = Omit<MessagingEvent, "sequence" | "xid">
