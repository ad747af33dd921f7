import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, TxHashMap } from "effect"
import { OrganizationId } from "../../../src/domain/organizations/Organization.ts"
import type { Action } from "../../../src/domain/actions/Action.ts"
import type { Dataset } from "../../../src/domain/dataset/Dataset.ts"
import type { Message } from "../../../src/domain/messaging/Message.ts"
import {
  EventCursorExpired,
  GrantInactive,
  WorkspaceNotGranted
} from "../../../src/domain/messaging/MessagingErrors.ts"
import type { MessagingGrant } from "../../../src/domain/messaging/MessagingGrant.ts"
import { type MessagingQuery, readMessaging } from "../../../src/domain/messaging/readMessaging.ts"
import { atSeq, openCursor, scanPage, seqOf, type Walk } from "../../../src/domain/messaging/scanPage.ts"
import { CursorConflict } from "../../../src/domain/shared/Cursors.ts"
import { WorkspaceId } from "../../../src/domain/messaging/Workspace.ts"
import { Memory } from "../../../src/layers/memory/Memory.ts"
import { action, event, message, messagingDataset, minute } from "../../support/datasets/messagingDataset.ts"
import { asCaller, layer, messagingPermissions } from "../../support/messagingServices.ts"

const dataset: Dataset = {
  ...messagingDataset,
  messagingGrants: messagingDataset.messagingGrants.map((grant) => ({
    ...grant,
    permissions: messagingPermissions,
    audienceTeamIds: []
  }))
}

const read = (query: MessagingQuery) => asCaller()(readMessaging(query))
const thread = read({ view: "thread", scope: "ws-1", guest: "g1" })
const feed = read({ view: "events", scope: "ws-1", after: 0 })

const ids = (page: Effect.Success<ReturnType<typeof read>>) => page.items.map((item) => item.id)
const resources = Effect.map(feed, (page) =>
  page.view === "events" ? page.items.map((event) => `${event.sequence} ${event.resource.id}`) : []
)

const change = Effect.fnUntraced(function* <Row>(
  table: (memory: Memory["Service"]) => TxHashMap.TxHashMap<string, Row>,
  id: number,
  to: Partial<Row>
) {
  const rows = table(yield* Memory)
  const row = Option.getOrThrow(yield* TxHashMap.get(rows, String(id)))
  yield* TxHashMap.set(rows, String(id), { ...row, ...to })
})
const changeGrant = (to: Partial<MessagingGrant>) => change((memory) => memory.messagingGrants, 1, to)
const changeMessage = (id: number, to: Partial<Message>) => change((memory) => memory.messages, id, to)
const changeAction = (id: number, to: Partial<Action>) => change((memory) => memory.actions, id, to)

/** Every test starts from the same rows. */
const fresh = (rows: Dataset) => Effect.provide(layer(rows))

describe("readMessaging", () => {
  it.effect.each([
    [99, false],
    [100, false],
    [101, true],
    [200, true]
  ] as const)(
    "HUB-047: of %d events the first page has at most 100, hasMore is %s, and nextAfter continues to the rest",
    ([count, hasMore]) =>
      Effect.gen(function* () {
        const page = yield* feed
        assert(page.view === "events")
        assert.deepStrictEqual([page.items.length, page.hasMore], [Math.min(count, 100), hasMore])
        assert.strictEqual(page.nextAfter, Math.min(count, 100))
        const rest = yield* read({ view: "events", scope: "ws-1", after: page.nextAfter })
        assert(rest.view === "events")
        assert.deepStrictEqual([rest.items.length, rest.hasMore], [Math.max(count - 100, 0), false])
      }).pipe(
        fresh({
          ...dataset,
          messagingEvents: Array.from({ length: count }, (_, index) => event(1, index + 1)),
          workspaceCounters: [{ workspaceId: WorkspaceId.make(1), events: count, oldestEvent: 1, actions: 5 }]
        })
      )
  )

  it.effect("HUB-051: a position before the oldest event that is kept has expired; the start has not", () =>
    Effect.gen(function* () {
      const after = (sequence: number) => read({ view: "events", scope: "ws-1", after: sequence })
      for (const sequence of [0, 9, 10, 11]) {
        const page = yield* after(sequence)
        assert(page.view === "events")
        assert.strictEqual(page.items[0]?.sequence, Math.max(sequence + 1, 10))
      }
      assert.deepStrictEqual(yield* Effect.flip(after(8)), new EventCursorExpired({ oldestSequence: 10 }))
    }).pipe(
      fresh({
        ...dataset,
        messagingEvents: Array.from({ length: 11 }, (_, index) => event(1, index + 10)),
        workspaceCounters: [{ workspaceId: WorkspaceId.make(1), events: 20, oldestEvent: 10, actions: 5 }]
      })
    )
  )

  it.effect(
    "HUB-032: a cursor of one workspace is refused in another, though view, guest and integration are the same",
    () =>
      Effect.gen(function* () {
        for (const query of [
          { view: "actions", scope: "ws-1" },
          { view: "thread", scope: "ws-1", guest: "g1" }
        ] as const) {
          const page = yield* read(query)
          assert("nextCursor" in page && page.nextCursor !== null)
          const before = page.nextCursor
          assert.instanceOf(yield* Effect.flip(read({ ...query, scope: "ws-2", before })), CursorConflict)
          yield* read({ ...query, before })
          yield* read({ ...query, scope: "ws-2" })
        }
      }).pipe(
        fresh({
          ...dataset,
          messagingGrants: dataset.messagingGrants.map((grant) => ({
            ...grant,
            permissions: [...messagingPermissions],
            ...(grant.id === 2 ? { active: true, deactivatedAt: null } : {})
          })),
          actions: Array.from({ length: 150 }, (_, index) => action(index + 1, 1, index + 1)),
          messages: Array.from({ length: 150 }, (_, index) => message(index + 1, 1, index + 1))
        })
      )
  )

  it.effect(
    "HUB-034: deactivating or restoring a grant, or archiving its workspace, takes effect on the next request",
    () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* thread).view, "thread")
        yield* changeGrant({ active: false, deactivatedAt: minute(50) })
        for (const query of [thread, feed, read({ view: "actions", scope: "ws-1" })]) {
          assert.deepStrictEqual(yield* Effect.flip(query), new GrantInactive({ reason: "grant_deactivated" }))
        }
        yield* changeGrant({ active: true, deactivatedAt: null })
        assert.strictEqual((yield* feed).view, "events")
        yield* change((memory) => memory.workspaces, 1, { status: "archived" })
        assert.deepStrictEqual(yield* Effect.flip(feed), new WorkspaceNotGranted())
      }).pipe(fresh(dataset))
  )

  it.effect("HUB-082: a widget's integration gets GrantRequired even if a grant is stored for it", () =>
    Effect.gen(function* () {
      const widget = asCaller({ integration: { origin: "widget" } })
      const error = yield* Effect.flip(widget(readMessaging({ view: "actions", scope: "ws-1" })))
      assert.strictEqual(error._tag, "GrantRequired")
    }).pipe(fresh(dataset))
  )

  it.effect(
    "HUB-038, HUB-042, A-73: a message that becomes excluded leaves the thread, the feed and every reference",
    () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(ids(yield* thread), ["m2", "m1"])
        assert.include(yield* resources, "7 m1")
        const changes: ReadonlyArray<Partial<Message>> = [
          { isSensitive: true },
          { deletedAt: minute(70) },
          { sourceDerived: true },
          { aiPrivate: true },
          { audienceKind: "team", teamId: 1 }
        ]
        for (const excluded of changes) {
          yield* changeMessage(1, excluded)
          const page = yield* thread
          assert.deepStrictEqual(ids(page), ["m2"])
          assert.isTrue(page.view === "thread" && page.items[0]?.replyToId === null)
          assert.notInclude(yield* resources, "7 m1")
          yield* changeMessage(1, {
            isSensitive: false,
            deletedAt: null,
            sourceDerived: false,
            aiPrivate: false,
            audienceKind: "workspace",
            teamId: null
          })
          const back = yield* thread
          assert.isTrue(back.view === "thread" && back.items[0]?.replyToId === "m1")
        }
      }).pipe(fresh(dataset))
  )

  it.effect(
    "HUB-037: moving an Action to a team hides it, its earlier events and its mentions from readers without the team",
    () =>
      Effect.gen(function* () {
        assert.include(yield* resources, "1 a1")
        yield* changeMessage(2, { actionXid: "a1" })
        const mention = Effect.map(thread, (page) => (page.view === "thread" ? page.items[0]?.actionId : undefined))
        assert.strictEqual(yield* mention, "a1")
        yield* changeAction(1, { audienceKind: "team", teamId: 1 })
        assert.notInclude(yield* resources, "1 a1")
        assert.strictEqual(yield* mention, null)
        const error = yield* Effect.flip(read({ view: "actions", scope: "ws-1", id: "a1" }))
        assert.strictEqual(error._tag, "ActionMissing")
        yield* changeGrant({ audienceTeamIds: [1] })
        assert.include(yield* resources, "1 a1")
      }).pipe(fresh(dataset))
  )

  it.effect("HUB-037: leaves events whose resource is missing out of the feed", () =>
    Effect.gen(function* () {
      yield* changeGrant({ audienceTeamIds: [1] })
      assert.deepStrictEqual(yield* resources, ["1 a1", "2 a4", "4 a2", "7 m1", "8 a5"])
    }).pipe(fresh(dataset))
  )

  it.effect(
    "HUB-036: the feed holds events of the kinds that caller and grant may both read, and is refused if there are none",
    () =>
      Effect.gen(function* () {
        yield* changeGrant({ permissions: ["hub:api:events:read"] })
        assert.strictEqual((yield* Effect.flip(feed))._tag, "UnderlyingPermissionRequired")
        yield* changeGrant({ permissions: ["hub:api:events:read", "hub:api:threads:read"] })
        assert.deepStrictEqual(yield* resources, ["7 m1"])
        const onlyActions = asCaller({ permissions: ["hub:api:events:read", "hub:api:actions:read"] })
        const error = yield* Effect.flip(onlyActions(readMessaging({ view: "events", scope: "ws-1", after: 0 })))
        assert.strictEqual(error._tag, "UnderlyingPermissionRequired")
      }).pipe(fresh(dataset))
  )

  for (const count of [0, 1, 99, 100, 101, 200, 201]) {
    const rows = { ...dataset, actions: Array.from({ length: count }, (_, index) => action(index + 1, 1, index + 1)) }
    it.effect(`HUB-041: walks ${count} Actions newest first in pages of 100`, () =>
      Effect.gen(function* () {
        const seen: Array<string> = []
        let pages = 0
        let before: string | undefined
        do {
          const page = yield* read({ view: "actions", scope: "ws-1", before })
          if (page.view !== "actions") return assert.fail(page.view)
          pages++
          seen.push(...ids(page))
          before = page.nextCursor ?? undefined
        } while (before !== undefined)
        assert.strictEqual(pages, Math.max(1, Math.ceil(count / 100)))
        assert.deepStrictEqual(seen, rows.actions.map(({ xid }) => xid).toReversed())
      }).pipe(fresh(rows))
    )
  }

  for (const [count, hasMore] of [
    [99, false],
    [100, false],
    [101, true]
  ] as const) {
    const rows = {
      ...dataset,
      messagingEvents: Array.from({ length: count }, (_, index) => event(1, index + 1)),
      workspaceCounters: dataset.workspaceCounters.map((row) => ({ ...row, events: count }))
    }
    it.effect(`HUB-047: of ${count} events a page holds at most 100, and hasMore is ${hasMore}`, () =>
      Effect.gen(function* () {
        const page = yield* feed
        assert.deepInclude(page, { hasMore, nextAfter: Math.min(count, 100) })
        assert.strictEqual(page.items.length, Math.min(count, 100))
      }).pipe(fresh(rows))
    )
  }

  it.effect("HUB-032: a cursor continues its own query, and no other", () =>
    Effect.gen(function* () {
      const organizationId = OrganizationId.make(1)
      const walk: Walk = { view: "thread", scope: "ws-1", guest: "g1", organizationId, caller: "1" }
      const rows = Array.from({ length: 101 }, (_, index) => ({ seq: 200 - index }))
      const { nextCursor } = yield* scanPage(walk, rows, atSeq)
      const positionIn = (other: Partial<Walk>) =>
        Effect.flatMap(openCursor({ ...walk, ...other }, nextCursor ?? ""), seqOf)
      assert.strictEqual(yield* positionIn({}), 101)
      const others = [
        positionIn({ view: "actions" }),
        positionIn({ scope: "ws-2" }),
        positionIn({ guest: "g2" }),
        positionIn({ guest: undefined }),
        positionIn({ organizationId: OrganizationId.make(2) }),
        positionIn({ filter: "state=owned" }),
        positionIn({ caller: "2" })
      ]
      for (const other of others) assert.strictEqual((yield* Effect.flip(other))._tag, "CursorConflict")
      assert.strictEqual((yield* Effect.flip(openCursor(walk, "zzz")))._tag, "CursorInvalid")
    }).pipe(fresh(dataset))
  )

  it.effect("HUB-031: every cursor matches the pattern of its parameter, for any position and scope", () =>
    Effect.gen(function* () {
      for (let round = 0; round < 1000; round++) {
        const seq = Math.round(Number.MAX_SAFE_INTEGER ** (round / 999))
        const rows = Array.from({ length: 101 }, (_, index) => ({ seq: index === 99 ? seq : index }))
        const scope = "s".repeat(1 + (round % 180))
        const walk: Walk = {
          view: "thread",
          scope,
          guest: "g".repeat(180),
          organizationId: OrganizationId.make(1),
          caller: "1"
        }
        const page = yield* scanPage(walk, rows, atSeq)
        assert.match(page.nextCursor ?? "", /^[a-zA-Z0-9][a-zA-Z0-9:._-]{0,179}$/)
      }
    }).pipe(fresh(dataset))
  )
})
