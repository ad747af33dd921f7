import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { type ConversationPosition, Conversations } from "../../src/domain/messaging/Conversations.ts"
import type { Sight } from "../../src/domain/messaging/Reader.ts"
import { WorkspaceId } from "../../src/domain/messaging/Workspace.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import * as ConversationsLayer from "../../src/layers/repositories/ConversationsLayer.ts"
import { instant, message, messagingDataset, minute } from "../support/datasets/messagingDataset.ts"
import { twins } from "../support/twins.ts"

const workspaceId = WorkspaceId.make(1)

const conversation = (id: number, at: number | null) => ({
  conversation: {
    id,
    workspaceId,
    guestId: id,
    messages: 9,
    lastMessageAt: at === null ? null : minute(at)
  },
  guest: { id, organizationId: OrganizationId.make(1), xid: `guest-${id}`, memberId: null }
})

const all = [
  conversation(101, 10),
  conversation(102, 30),
  conversation(103, 30),
  conversation(104, null),
  conversation(105, null)
]

/** After the outbound message, guest 101 wrote one for everybody, one sensitive, one for a team and one deleted. */
const dataset: Dataset = {
  ...messagingDataset,
  guests: [...messagingDataset.guests, ...all.map(({ guest }) => guest)],
  conversations: [
    ...messagingDataset.conversations.filter((row) => row.workspaceId !== workspaceId),
    ...all.map(({ conversation: row }) => row)
  ],
  messages: [
    message(9001, 101, 1, { createdAt: minute(1) }),
    message(9002, 101, 2, { createdAt: minute(2), direction: "outbound", authorKind: "operator" }),
    message(9003, 101, 3, { createdAt: minute(3) }),
    message(9004, 101, 4, { createdAt: minute(4), isSensitive: true }),
    message(9005, 101, 5, { createdAt: minute(5), audienceKind: "team", teamId: 1 }),
    message(9006, 101, 6, { createdAt: minute(6), deletedAt: minute(7) }),
    message(9007, 101, 7, { createdAt: minute(7), sourceDerived: true }),
    message(9008, 101, 8, { createdAt: minute(8), aiPrivate: true, direction: "outbound" }),
    message(9009, 102, 1, { createdAt: minute(30), audienceKind: "team", teamId: 1, direction: "outbound" })
  ]
}

const everybody: Sight = { audienceWorkspace: true, audienceTeamIds: [], readsSensitive: false }

const list = (sight: Sight = everybody, after?: ConversationPosition, limit = 10) =>
  Conversations.use((conversations) => conversations.list({ workspaceId, sight, after, limit }))

twins("Conversations", ConversationsLayer, dataset, (it) => {
  it.effect("INT-012: lists conversations by latest activity, and continues after a position to the end", () =>
    Effect.gen(function* () {
      const order = ["guest-103", "guest-102", "guest-101", "guest-105", "guest-104"]
      assert.deepStrictEqual(
        (yield* list()).map(({ guestId }) => guestId),
        order
      )
      const walked: Array<string> = []
      let after: ConversationPosition | undefined
      for (;;) {
        const [next] = yield* list(everybody, after, 1)
        if (next === undefined) break
        walked.push(next.guestId)
        after = next
      }
      assert.deepStrictEqual(walked, order)
    })
  )

  it.effect("INT-010, INT-012: lastMessageAt and unreadCount consider visible messages only", () =>
    Effect.gen(function* () {
      const of = (sight: Partial<Sight>, guest = "guest-101") =>
        Effect.map(list({ ...everybody, ...sight }), (rows) => {
          const row = rows.find(({ guestId }) => guestId === guest)
          return [row?.lastMessageAt, row?.unreadCount]
        })
      assert.deepStrictEqual(yield* of({}), [instant(3), 1])
      assert.deepStrictEqual(yield* of({ readsSensitive: true }), [instant(4), 2])
      assert.deepStrictEqual(yield* of({ audienceTeamIds: [1] }), [instant(5), 2])
      assert.deepStrictEqual(yield* of({ audienceTeamIds: [2] }), [instant(3), 1])
      assert.deepStrictEqual(yield* of({ audienceWorkspace: false, audienceTeamIds: [1] }), [instant(5), 1])
      assert.deepStrictEqual(yield* of({ audienceWorkspace: false }), [null, 0])
      assert.deepStrictEqual(yield* of({}, "guest-102"), [null, 0])
      assert.deepStrictEqual(yield* of({ audienceTeamIds: [1] }, "guest-102"), [instant(30), 0])
    })
  )

  it.effect("INT-003: lists no conversation of another workspace", () =>
    Effect.gen(function* () {
      const elsewhere = yield* Conversations.use((conversations) =>
        conversations.list({ workspaceId: WorkspaceId.make(2), sight: everybody, after: undefined, limit: 10 })
      )
      assert.notInclude(
        elsewhere.map(({ guestId }) => guestId),
        "guest-101"
      )
    })
  )
})
