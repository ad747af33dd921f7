import { Record } from "effect"
import type { AttentionItem } from "../domain/collaboration/AttentionItem.ts"
import type { Comment } from "../domain/collaboration/Comment.ts"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import type { Action } from "../domain/actions/Action.ts"
import type { Message } from "../domain/messaging/Message.ts"
import type { DemoClock } from "./DemoClock.ts"
import { actionXid } from "./demoActions.ts"
import { messageXid } from "./demoMessages.ts"
import { type OperatorName, operatorId } from "./demoOperators.ts"
import { type WorkspaceName, workspaces } from "./demoWorkspaces.ts"
import { seeded } from "./seeded.ts"

/** Fixture names of an Action or a message. */
type SubjectFact = { readonly action: string } | { readonly message: string }

interface CommentFact {
  readonly id: number
  readonly workspace?: WorkspaceName
  readonly subject: SubjectFact
  readonly author: OperatorName
  readonly body: string
  readonly mentions?: ReadonlyArray<OperatorName>
  readonly edited?: true
}

/** In workspace `ws-a-main` unless stated otherwise. These texts in any external response reveal a leak. */
const comments = {
  on_action: { id: 1, subject: { action: "ownedByMain" }, author: "manage", body: "COMMENT Ask them at breakfast" },
  mentioning_read: {
    id: 2,
    subject: { action: "ownedByMain" },
    author: "manage",
    body: "COMMENT Please have a look",
    mentions: ["read"]
  },
  mentioning_manage: {
    id: 3,
    subject: { message: "g1-1" },
    author: "manage2",
    body: "COMMENT Shall we answer this?",
    mentions: ["manage", "team"],
    edited: true
  },
  on_sensitive: {
    id: 4,
    subject: { message: "g1-sensitive" },
    author: "manage2",
    body: "COMMENT on a sensitive message"
  },
  on_deleted: {
    id: 5,
    subject: { message: "g1-deleted" },
    author: "manage2",
    body: "COMMENT on a deleted message",
    mentions: ["read"]
  },
  of_team: { id: 6, subject: { action: "teamNight1" }, author: "team", body: "COMMENT for the night team" },
  of_B: { id: 7, workspace: "ws-b-main", subject: { action: "orgB1" }, author: "manage_b", body: "COMMENT of B" }
} as const satisfies Readonly<Record<string, CommentFact>>

/** Actions that one operator assigned to another. */
const assignments = { assigned_v1: { action: "handedOff", to: "v1", from: "a" } } as const

const reactions = [
  { message: "g1-1", operator: "read", emoji: "\u{1F44D}" },
  { message: "g1-1", operator: "manage", emoji: "\u{1F44D}" },
  { message: "g1-1", operator: "manage", emoji: "❤️" },
  { message: "g1-sensitive", operator: "read", emoji: "\u{1F44D}" },
  { message: "g1-deleted", operator: "read", emoji: "\u{1F44D}" },
  { message: "g1-team", operator: "team", emoji: "\u{1F319}" }
] as const

const attentionXid = (name: string) => seeded.uuid("attention item", name)

const mentions = Record.toEntries<string, CommentFact>(comments).flatMap(([name, fact]) =>
  (fact.mentions ?? []).map((operator) => ({ name, fact, operator }))
)

/** External ids of the comments. */
export const commentXids = Record.map(comments, (_, name) => seeded.uuid("comment", name))

/** External ids of the attention items, by source and operator. */
export const attentionXids: Readonly<Record<string, string>> = Record.fromEntries(
  [...mentions.map(({ name, operator }) => `${name}-${operator}`), ...Object.keys(assignments)].map((name) => [
    name,
    attentionXid(name)
  ])
)

/** Comments, reactions and attention items about the Actions and messages of the demo data (INT-013). */
export const demoCollaboration = (
  clock: DemoClock,
  { actions, messages }: { readonly actions: ReadonlyArray<Action>; readonly messages: ReadonlyArray<Message> }
): Pick<Dataset, "comments" | "reactions" | "attentionItems"> => {
  const columnsOf = (subject: SubjectFact): Pick<Comment, "actionId" | "messageId"> =>
    "action" in subject
      ? { actionId: actions.find(({ xid }) => xid === actionXid(subject.action))?.id ?? null, messageId: null }
      : { actionId: null, messageId: messages.find(({ xid }) => xid === messageXid(subject.message))?.id ?? null }
  const unread = { readAt: null, snoozedUntil: null }
  const mentioned = mentions.map(
    ({ fact, name, operator }): Omit<AttentionItem, "id"> => ({
      xid: attentionXid(`${name}-${operator}`),
      workspaceId: workspaces[fact.workspace ?? "ws-a-main"].id,
      operatorId: operatorId(operator),
      kind: "mention",
      ...columnsOf(fact.subject),
      commentId: fact.id,
      fromOperatorId: operatorId(fact.author),
      createdAt: clock.ago({ hours: 48 - fact.id }),
      ...unread
    })
  )
  const assigned = Record.toEntries(assignments).map(
    ([name, { action, from, to }]): Omit<AttentionItem, "id"> => ({
      xid: attentionXid(name),
      workspaceId: workspaces["ws-a-main"].id,
      operatorId: operatorId(to),
      kind: "assignment",
      ...columnsOf({ action }),
      commentId: null,
      fromOperatorId: operatorId(from),
      createdAt: clock.ago({ hours: 24 }),
      ...unread
    })
  )
  return {
    comments: Record.toEntries<keyof typeof comments, CommentFact>(comments).map(([name, fact]) => ({
      id: fact.id,
      xid: commentXids[name],
      workspaceId: workspaces[fact.workspace ?? "ws-a-main"].id,
      ...columnsOf(fact.subject),
      authorId: operatorId(fact.author),
      body: fact.body,
      createdAt: clock.ago({ hours: 48 - fact.id }),
      editedAt: fact.edited === true ? clock.ago({ hours: 12 }) : null
    })),
    reactions: reactions.map(({ emoji, message, operator }, index) => ({
      id: index + 1,
      workspaceId: workspaces["ws-a-main"].id,
      messageId: columnsOf({ message }).messageId ?? 0,
      operatorId: operatorId(operator),
      emoji,
      createdAt: clock.ago({ hours: 40 - index })
    })),
    attentionItems: [...mentioned, ...assigned].map((item, index) => ({ id: index + 1, ...item }))
  }
}
