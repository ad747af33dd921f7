import { DateTime } from "effect"
import type { Message } from "../domain/messaging/Message.ts"
import type { EventKind } from "../domain/messaging/MessagingEvent.ts"
import { type ActorFact, actorId } from "./actors.ts"
import type { Change } from "./Change.ts"
import type { DemoClock } from "./DemoClock.ts"
import { actionXid } from "./demoActions.ts"
import { conversations, guestIds, guestTitle } from "./demoGuests.ts"
import { integrationTitle } from "./demoIntegrations.ts"
import { operatorTitle } from "./demoOperators.ts"
import { privateAnswerId } from "./demoPrivateAnswers.ts"
import { teamIds, workspaces } from "./demoWorkspaces.ts"
import { type MessageFact, messageIdOf, messagePlan } from "./messagePlan.ts"
import { seeded } from "./seeded.ts"

/** The external id of a message. */
export const messageXid = (name: string) => seeded.uuid("message", name)

const author = (fact: MessageFact): { readonly actor: ActorFact; readonly title: string } => {
  const { guest } = conversations[fact.conversation]
  const integration = fact.conversation === "g_b" ? "organizationB" : "main"
  const operator = fact.conversation === "g_b" ? "b" : "a"
  switch (fact.author) {
    case "guest":
      return { actor: { kind: "guest", name: guest }, title: guestTitle(guest) }
    case "operator":
      return { actor: { kind: "operator", name: operator }, title: operatorTitle(operator) }
    case "integration":
      return { actor: { kind: "integration", name: integration }, title: integrationTitle(integration) }
    case "assistant":
      return { actor: { kind: "assistant" }, title: "Assistant" }
    case "system":
      return { actor: { kind: "system" }, title: "System" }
  }
}

const row = (fact: MessageFact, seq: number, clock: DemoClock): Message => ({
  id: messageIdOf(fact.name),
  xid: messageXid(fact.name),
  conversationId: conversations[fact.conversation].id,
  seq,
  direction: fact.author === "guest" ? "inbound" : "outbound",
  channel: fact.channel,
  authorKind: fact.author,
  authorName: author(fact).title,
  body: fact.body,
  audienceKind: fact.team === undefined ? "workspace" : "team",
  teamId: fact.team === undefined ? null : teamIds[fact.team],
  isSensitive: fact.excluded === "sensitive",
  deletedAt: fact.excluded === "deleted" ? clock.ago({ seconds: fact.age - 600 }) : null,
  sourceDerived: fact.excluded === "source-derived",
  aiPrivate: fact.excluded === "ai-private",
  replyToXid: fact.replyTo === undefined ? null : messageXid(fact.replyTo),
  actionXid: fact.action === undefined ? null : actionXid(fact.action),
  privateMessageId: fact.publishes === undefined ? null : privateAnswerId(fact.publishes),
  deliveryStatus: fact.delivery,
  createdAt: clock.ago({ seconds: fact.age }),
  editedAt: fact.edited === true ? clock.ago({ seconds: fact.age - 300 }) : null
})

const changes = (fact: MessageFact, message: Message): ReadonlyArray<Change> => {
  const { guest, workspace } = conversations[fact.conversation]
  const change = (kind: EventKind, by: ActorFact, seconds: number): Change => ({
    workspaceId: workspaces[workspace].id,
    kind,
    resourceType: "message",
    resourceId: message.id,
    guestId: guestIds[guest],
    actorKind: by.kind,
    actorId: actorId(by),
    resourceVersion: null,
    occurredAt: DateTime.add(message.createdAt, { seconds })
  })
  const { actor } = author(fact)
  const isReported = fact.delivery === "delivered" || fact.delivery === "failed"
  return [
    change("message.created", actor, 0),
    ...(isReported ? [change("message.delivery_updated", { kind: "system" }, 60)] : []),
    ...(fact.edited === true ? [change("message.edited", actor, 300)] : [])
  ]
}

/**
 * The messages by conversation, their change events, and for each conversation the number of messages and the time of
 * the last.
 */
export const demoMessages = (clock: DemoClock) => {
  const lengths = new Map<number, number>()
  const messages = messagePlan.map((fact) => {
    const { id } = conversations[fact.conversation]
    const seq = (lengths.get(id) ?? 0) + 1
    lengths.set(id, seq)
    return { fact, message: row(fact, seq, clock) }
  })
  return {
    messages: messages.map(({ message }) => message),
    changes: messages.flatMap(({ fact, message }) => changes(fact, message)),
    lengths,
    lastMessages: new Map(messages.map(({ message }) => [message.conversationId, message.createdAt]))
  }
}
