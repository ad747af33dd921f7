import type { MessagingEvent } from "../domain/messaging/MessagingEvent.ts"

/** Something that happened to a message or an Action, before it gets its place in the feed. */
export type Change = Omit<MessagingEvent, "sequence" | "xid">
