import { DateTime } from "effect"
import * as fc from "fast-check"
import { IntegrationId } from "../../src/domain/access/ApiKey.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import type { Message } from "../../src/domain/messaging/Message.ts"
import type { MessagingGrant } from "../../src/domain/messaging/MessagingGrant.ts"
import { WorkspaceId } from "../../src/domain/messaging/Workspace.ts"
import { OperatorId } from "../../src/domain/operators/Operator.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import { message, messagingDataset, minute } from "./datasets/messagingDataset.ts"

const workspaceId = WorkspaceId.make(1)
const night = 1
const day = 2
const guests = 90

const visibility = fc.record({
  direction: fc.constantFrom("inbound" as const, "outbound" as const),
  teamId: fc.constantFrom(null, null, night, day),
  isSensitive: fc.boolean(),
  isDeleted: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
  sourceDerived: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
  aiPrivate: fc.integer({ min: 0, max: 3 }).map((n) => n === 0)
})

/** Conversations of 0 to 14 random messages each, the same in every run. */
const threads = fc
  .sample(fc.array(visibility, { maxLength: 14, size: "max" }), { numRuns: guests, seed: 20_260_301 })
  .map((facts, index) =>
    facts.map(
      ({ isDeleted, teamId, ...fact }, position): Message =>
        message(10_000 + 20 * index + position, 101 + index, position + 1, {
          ...fact,
          teamId,
          audienceKind: teamId === null ? "workspace" : "team",
          deletedAt: isDeleted ? minute(5000) : null,
          createdAt: minute(20 * index + position)
        })
    )
  )

const grant = (integration: number, audienceTeamIds: ReadonlyArray<number>): MessagingGrant => ({
  id: integration,
  integrationId: IntegrationId.make(integration),
  workspaceId,
  permissions: ["hub:api:threads:read"],
  audienceWorkspace: true,
  audienceTeamIds,
  active: true,
  deactivatedAt: null
})

/** The random messages; integration 2 and operator 2 belong to the night team, integration 1 and operator 1 to none. */
export const visibilityDataset: Dataset = {
  ...messagingDataset,
  messagingEvents: [],
  teams: [
    { id: night, workspaceId, xid: "team-night", name: "Night" },
    { id: day, workspaceId, xid: "team-day", name: "Day" }
  ],
  messagingGrants: [grant(1, []), grant(2, [night])],
  operators: messagingDataset.operators.flatMap((operator) =>
    [1, 2].map((id) => ({ ...operator, id: OperatorId.make(id), identitySubject: `operator-${id}` }))
  ),
  teamMembers: [{ teamId: night, operatorId: OperatorId.make(2) }],
  guests: [
    ...messagingDataset.guests,
    ...threads.map((_, index) => ({
      id: 101 + index,
      organizationId: OrganizationId.make(1),
      xid: `random-${index}`,
      memberId: null
    }))
  ],
  conversations: [
    ...messagingDataset.conversations,
    ...threads.map((messages, index) => ({
      id: 101 + index,
      workspaceId,
      guestId: 101 + index,
      messages: messages.length,
      lastMessageAt: messages.at(-1)?.createdAt ?? null
    }))
  ],
  messages: [...messagingDataset.messages, ...threads.flat()]
}

/** What each kind of reader may see, restated independently of the code under test. */
export const readers = {
  "integration, workspace": { teams: [], sensitive: false },
  "integration, night team": { teams: [night], sensitive: false },
  "operator in no team": { teams: [], sensitive: true },
  "operator in the night team": { teams: [night], sensitive: true },
  "assistant of an operator in the night team": { teams: [night], sensitive: false }
} as const satisfies Readonly<Record<string, { readonly teams: ReadonlyArray<number>; readonly sensitive: boolean }>>

export type ReaderName = keyof typeof readers

const sees = (name: ReaderName, message: Message): boolean => {
  const { sensitive, teams }: { readonly teams: ReadonlyArray<number>; readonly sensitive: boolean } = readers[name]
  if (message.deletedAt !== null) return false
  if (message.sourceDerived) return false
  if (message.aiPrivate) return false
  if (message.isSensitive && !sensitive) return false
  if (message.teamId === null) return true
  return teams.includes(message.teamId)
}

/** By guest: the visible ids newest first, the time of the last visible message, and the number awaiting a reply. */
export const expectedFor = (name: ReaderName) =>
  threads.map((messages, index) => {
    const ids: Array<string> = []
    let lastMessageAt: string | null = null
    let unreadCount = 0
    for (const message of messages) {
      if (!sees(name, message)) continue
      ids.unshift(message.xid)
      lastMessageAt = DateTime.formatIso(message.createdAt)
      unreadCount = message.direction === "outbound" ? 0 : unreadCount + 1
    }
    return { guestId: `random-${index}`, ids, lastMessageAt, unreadCount }
  })
