import type { Message } from "../domain/messaging/Message.ts"
import type { ConversationName } from "./demoGuests.ts"
import { type PrivateAnswerName, publishedAnswer } from "./demoPrivateAnswers.ts"
import type { TeamName } from "./demoWorkspaces.ts"

/** The reason why no external view may show a message (HUB-038). */
type Exclusion = "sensitive" | "deleted" | "source-derived" | "ai-private"

export interface MessageFact {
  readonly name: string
  readonly conversation: ConversationName
  readonly author: Message["authorKind"]
  readonly channel: Message["channel"]
  readonly body: string
  readonly delivery: Message["deliveryStatus"]
  readonly excluded?: Exclusion
  readonly team?: TeamName
  readonly edited?: true
  /** Fixture names of the message it replies to and of its Action. */
  readonly replyTo?: string
  readonly action?: string
  /** The private answer that it publishes. */
  readonly publishes?: PrivateAnswerName
  /** Seconds since it was written. */
  readonly age: number
}

const hour = 3600

const channels = ["sms", "email", "chat", "app"] as const
const authors = ["guest", "operator", "guest", "integration", "guest", "operator", "system"] as const
const deliveries = ["queued", "sent", "delivered", "failed"] as const

const bodies = {
  guest: "When is breakfast served?",
  operator: "Breakfast is served from seven to eleven.",
  integration: "Your table is booked.",
  system: "Your booking was changed.",
  assistant: publishedAnswer
} as const

type Draft = Omit<MessageFact, "conversation" | "age">

const delivery = (author: Message["authorKind"], index: number): Message["deliveryStatus"] =>
  author === "guest" ? null : (deliveries[Math.floor(index / 2) % deliveries.length] ?? null)

const ordinary = (name: string, index: number): Draft => {
  const author = authors[index % authors.length] ?? "guest"
  return {
    name,
    author,
    channel: channels[Math.floor(index / 3) % channels.length] ?? "sms",
    body: `${bodies[author]} (${index + 1})`,
    delivery: delivery(author, index)
  }
}

/** Some messages of g1 belong to Actions about g1. */
const aboutAction = (index: number) => (index % 20 === 0 && index < 200 ? { action: `unowned${1 + index / 5}` } : {})

/** An excluded message; its text in any external response reveals a leak. */
const excluded = (conversation: string, exclusion: Exclusion): Draft => ({
  name: `${conversation}-${exclusion}`,
  author: exclusion === "ai-private" ? "assistant" : "guest",
  channel: "chat",
  body: `EXCLUDED ${exclusion} text`,
  delivery: null,
  excluded: exclusion
})

/** Keyed by the number of the ordinary message of g1 that they follow. */
const special: Readonly<Record<number, Draft>> = {
  205: excluded("g1", "sensitive"),
  210: excluded("g1", "deleted"),
  214: {
    name: "g1-edited",
    author: "operator",
    channel: "chat",
    body: "The shuttle leaves at nine.",
    delivery: "delivered",
    edited: true
  },
  215: excluded("g1", "source-derived"),
  218: {
    name: "g1-reply",
    author: "guest",
    channel: "chat",
    body: "Nine is fine.",
    delivery: null,
    replyTo: "g1-edited"
  },
  220: excluded("g1", "ai-private"),
  224: {
    name: "g1-assistant",
    author: "assistant",
    channel: "app",
    body: publishedAnswer,
    delivery: null,
    publishes: "published"
  },
  226: {
    name: "g1-team",
    author: "guest",
    channel: "chat",
    body: "EXCLUDED from the workspace: for the night team",
    delivery: null,
    team: "team-night"
  }
}

const ofG1 = Array.from({ length: 230 }, (_, index) => [
  { ...ordinary(`g1-${index + 1}`, index), ...aboutAction(index) },
  special[index + 1]
])
  .flat()
  .filter((draft) => draft !== undefined)
  .map((draft, index): MessageFact => ({ ...draft, conversation: "g1", age: 456 * hour - index * 6600 }))

const olderOfG2 = Array.from(
  { length: 30 },
  (_, index): MessageFact => ({
    ...ordinary(`g2-${index + 1}`, index + 1),
    conversation: "g2",
    age: (400 - 10 * index) * hour
  })
)

/** For callers outside team-night the newest page of g2's thread is empty, but not the last (HUB-040). */
const nightOfG2 = Array.from(
  { length: 110 },
  (_, index): MessageFact => ({
    name: `g2-night${index + 1}`,
    conversation: "g2",
    author: "guest",
    channel: "app",
    body: `EXCLUDED from the workspace: night request ${index + 1}`,
    delivery: null,
    team: "team-night",
    age: 24 * hour - index
  })
)

const exclusions: ReadonlyArray<Exclusion> = ["sensitive", "deleted", "source-derived", "ai-private"]

const hidden = exclusions.map(
  (exclusion, index): MessageFact => ({
    ...excluded("g_hidden", exclusion),
    conversation: "g_hidden",
    age: (60 - index) * hour
  })
)

const short = (conversation: ConversationName, count: number) =>
  Array.from(
    { length: count },
    (_, index): MessageFact => ({
      ...ordinary(`${conversation}-${index + 1}`, index + 1),
      conversation,
      age: (90 - index) * hour
    })
  )

/** Every message of the demo data, oldest first within its conversation. */
export const messagePlan: ReadonlyArray<MessageFact> = [
  ...ofG1,
  ...olderOfG2,
  ...nightOfG2,
  ...hidden,
  ...short("g_second", 3),
  ...short("g1_second", 3),
  ...short("g_b", 5)
]

/** The row id of a message of the plan. */
export const messageIdOf = (name: string): number => 5001 + messagePlan.findIndex((fact) => fact.name === name)
