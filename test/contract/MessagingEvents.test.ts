import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { type EventScan, MessagingEvents, type ScannedEvent } from "../../src/domain/messaging/MessagingEvents.ts"
import { WorkspaceId } from "../../src/domain/messaging/Workspace.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import * as MessagingEventsLayer from "../../src/layers/repositories/MessagingEventsLayer.ts"
import { event, instant, messagingDataset, minute } from "../support/datasets/messagingDataset.ts"
import { twins } from "../support/twins.ts"

const list = (scan: Partial<EventScan> = {}) =>
  MessagingEvents.use((events) =>
    events.list({
      workspaceId: WorkspaceId.make(1),
      organizationId: OrganizationId.make(1),
      guest: undefined,
      after: 0,
      limit: 101,
      ...scan
    })
  )

const sequences = (scanned: ReadonlyArray<ScannedEvent>) => scanned.map((one) => one.sequence)

twins("MessagingEvents", MessagingEventsLayer, messagingDataset, (it) => {
  it.effect("HUB-038, HUB-050: returns every event with its current resource, or with none if that is gone", () =>
    Effect.gen(function* () {
      const { head, oldest, scanned } = yield* list()
      assert.deepStrictEqual([head, oldest], [8, 1])
      assert.deepStrictEqual(
        scanned.map((one) => [one.sequence, one.message?.id ?? null, one.action?.id ?? null]),
        [
          [1, null, "a1"],
          [2, null, "a4"],
          [3, "m3", null],
          [4, null, "a2"],
          [5, null, null],
          [6, "m4", null],
          [7, "m1", null],
          [8, null, "a5"]
        ]
      )
      const claimed: ScannedEvent = {
        sequence: 4,
        id: "e1-4",
        kind: "action.claimed",
        guestId: "g2",
        actorKind: "integration",
        actorId: "integration-2",
        resourceVersion: 2,
        occurredAt: instant(4),
        message: null,
        action: { id: "a2", audienceKind: "workspace", teamId: null }
      }
      const sensitive: ScannedEvent = {
        sequence: 3,
        id: "e1-3",
        kind: "message.created",
        guestId: "g1",
        actorKind: "guest",
        actorId: "g1",
        resourceVersion: null,
        occurredAt: instant(3),
        message: {
          id: "m3",
          audienceKind: "workspace",
          teamId: null,
          isSensitive: true,
          isDeleted: false,
          sourceDerived: false,
          aiPrivate: false
        },
        action: null
      }
      assert.deepStrictEqual(scanned[3], claimed)
      assert.deepStrictEqual(scanned[2], sensitive)
      assert.strictEqual(scanned[5]?.message?.isDeleted, true)
      assert.deepStrictEqual(scanned[1]?.action, { id: "a4", audienceKind: "team", teamId: 1 })
    })
  )

  it.effect("HUB-033: returns the events strictly after the cursor, ascending", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(sequences((yield* list({ after: 6 })).scanned), [7, 8])
      assert.deepStrictEqual(sequences((yield* list({ after: 2, limit: 2 })).scanned), [3, 4])
    })
  )

  it.effect("HUB-051: returns the head even when nothing follows the cursor", () =>
    Effect.gen(function* () {
      for (const after of [8, 9, 3_000_000_000, Number.MAX_SAFE_INTEGER]) {
        assert.deepStrictEqual(yield* list({ after }), { head: 8, oldest: 1, scanned: [] })
      }
      assert.deepStrictEqual(yield* list({ workspaceId: WorkspaceId.make(2) }), { head: 0, oldest: 1, scanned: [] })
    })
  )

  it.effect("HUB-051: returns an empty feed for a workspace without events", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* list({ workspaceId: WorkspaceId.make(6) }), { head: 0, oldest: 1, scanned: [] })
    })
  )

  it.effect("HUB-029: filters by a guest of the organization; an unknown or foreign guest has no events", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(sequences((yield* list({ guest: "g1" })).scanned), [1, 3, 6, 7])
      assert.deepStrictEqual(sequences((yield* list({ guest: "g1", after: 1, limit: 2 })).scanned), [3, 6])
      for (const guest of ["nobody", "g-foreign", "G1"]) {
        assert.deepStrictEqual(yield* list({ guest }), { head: 8, oldest: 1, scanned: [] })
      }
    })
  )

  it.effect("HUB-003: returns only the events of the requested workspace", () =>
    Effect.gen(function* () {
      const { scanned } = yield* list({ workspaceId: WorkspaceId.make(3), organizationId: OrganizationId.make(2) })
      assert.deepStrictEqual(
        scanned.map((one) => one.id),
        ["e3-1", "e3-2"]
      )
    })
  )
})

/** In workspace 1, event 4 is dated before event 3, as writers' clocks differ; workspace 2 has only old events. */
const aged: Dataset = {
  ...messagingDataset,
  workspaceCounters: [
    { workspaceId: WorkspaceId.make(1), events: 6, oldestEvent: 1, actions: 5 },
    { workspaceId: WorkspaceId.make(2), events: 2, oldestEvent: 1, actions: 1 },
    { workspaceId: WorkspaceId.make(3), events: 0, oldestEvent: 1, actions: 1 }
  ],
  messagingEvents: [
    event(1, 1, { occurredAt: minute(1) }),
    event(1, 2, { occurredAt: minute(2) }),
    event(1, 3, { occurredAt: minute(10) }),
    event(1, 4, { occurredAt: minute(9) }),
    event(1, 5, { occurredAt: minute(20) }),
    event(1, 6, { occurredAt: minute(21) }),
    event(2, 1, { occurredAt: minute(1) }),
    event(2, 2, { occurredAt: minute(2) })
  ]
}

twins("MessagingEvents past their retention", MessagingEventsLayer, aged, (it) => {
  it.effect("HUB-051: removes older events without leaving gaps, and returns the oldest retained", () =>
    Effect.gen(function* () {
      const events = yield* MessagingEvents
      const ends = Effect.fnUntraced(function* (workspaceId: number) {
        const { head, oldest, scanned } = yield* list({ workspaceId: WorkspaceId.make(workspaceId) })
        return [head, oldest, sequences(scanned)]
      })
      assert.strictEqual(yield* events.removeBefore(minute(0)), 0)
      assert.deepStrictEqual(yield* ends(1), [6, 1, [1, 2, 3, 4, 5, 6]])
      assert.strictEqual(yield* events.removeBefore(minute(10)), 4)
      assert.deepStrictEqual(yield* ends(1), [6, 3, [3, 4, 5, 6]])
      assert.deepStrictEqual(yield* ends(2), [2, 3, []])
      assert.deepStrictEqual(yield* ends(3), [0, 1, []])
      assert.strictEqual(yield* events.removeBefore(minute(10)), 0)
      assert.strictEqual(yield* events.removeBefore(minute(5)), 0)
      assert.deepStrictEqual(yield* ends(1), [6, 3, [3, 4, 5, 6]])
      assert.strictEqual(yield* events.removeBefore(minute(60)), 4)
      assert.deepStrictEqual(yield* ends(1), [6, 7, []])
    })
  )
})
