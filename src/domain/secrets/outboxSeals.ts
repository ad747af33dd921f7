import { Predicate, Schema } from "effect"
import { chatOutboxPurpose, chatReplyKind, chatTurnKind } from "../chat/ChatTurnOrder.ts"
import { inviteOrderKind, inviteTokenPurpose } from "../invites/InviteOrder.ts"
import type { OutboxEntry } from "../outbox/Outbox.ts"

/** The payload fields with the sealed text and with the id that it is bound to. */
interface OutboxSeal {
  readonly purpose: string
  readonly about: string
  readonly sealed: string
}

const chatSeal: OutboxSeal = { purpose: chatOutboxPurpose, about: "orderId", sealed: "sealed" }

/**
 * The sealed field in the payload of a pending outbox entry, by kind of entry; its value is null once the entry is
 * settled.
 */
export const outboxSeals: Readonly<Record<string, OutboxSeal>> = {
  [inviteOrderKind]: { purpose: inviteTokenPurpose, about: "messageId", sealed: "sealedToken" },
  [chatTurnKind]: chatSeal,
  [chatReplyKind]: chatSeal
}

const isFields = Schema.is(Schema.Record(Schema.String, Schema.Json))

const fieldsOf = (payload: unknown): Readonly<Record<string, Schema.Json>> => (isFields(payload) ? payload : {})

const textIn = (payload: Schema.Json, field: string): string | undefined => {
  const value = fieldsOf(payload)[field]
  return Predicate.isString(value) ? value : undefined
}

/** The sealed value in an entry; undefined if it is settled or of another kind. */
export const sealedInOutbox = ({ kind, payload }: Pick<OutboxEntry, "kind" | "payload">) => {
  const seal = outboxSeals[kind]
  const sealed = seal === undefined ? undefined : textIn(payload, seal.sealed)
  if (seal === undefined || sealed === undefined) return undefined
  return { purpose: seal.purpose, about: textIn(payload, seal.about) ?? "", sealed }
}

/** The entry with its sealed value replaced. */
export const resealedInOutbox = (entry: OutboxEntry, sealed: string): OutboxEntry => {
  const seal = outboxSeals[entry.kind]
  return seal === undefined ? entry : { ...entry, payload: { ...fieldsOf(entry.payload), [seal.sealed]: sealed } }
}
