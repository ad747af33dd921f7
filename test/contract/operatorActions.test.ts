import { assert } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { IntegrationId } from "../../src/domain/access/ApiKey.ts"
import { type ActionOwner, ownerColumns } from "../../src/domain/actions/ActionOwner.ts"
import { type ActionMove, Actions, type ActionScan, type NewAction } from "../../src/domain/actions/Actions.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { MessagingEvents } from "../../src/domain/messaging/MessagingEvents.ts"
import { WorkspaceId } from "../../src/domain/messaging/Workspace.ts"
import { OperatorId } from "../../src/domain/operators/Operator.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as ActionsLayer from "../../src/layers/repositories/ActionsLayer.ts"
import * as MessagingEventsLayer from "../../src/layers/repositories/MessagingEventsLayer.ts"
import { action, instant, messagingDataset, minute } from "../support/datasets/messagingDataset.ts"
import { twins } from "../support/twins.ts"

/** The Actions of workspace 1 are the dataset's; workspace 6 has one. */
const dataset: Dataset = {
  ...messagingDataset,
  actions: [...messagingDataset.actions, action(2008, 6, 1)],
  workspaceCounters: [
    ...messagingDataset.workspaceCounters,
    { workspaceId: WorkspaceId.make(6), events: 0, oldestEvent: 1, actions: 1 }
  ]
}

const twin = {
  layerMemory: Layer.merge(ActionsLayer.layerMemory, MessagingEventsLayer.layerMemory),
  layerSql: Layer.merge(ActionsLayer.layerSql, MessagingEventsLayer.layerSql)
}

const list = (scan: Partial<ActionScan>) =>
  Effect.map(
    Actions.use((actions) =>
      actions.list({
        workspaceId: WorkspaceId.make(1),
        organizationId: OrganizationId.make(1),
        before: undefined,
        limit: 101,
        ...scan
      })
    ),
    (rows) => rows.map(({ id }) => id)
  )

const get = (xid: string) =>
  Effect.flatMap(
    Actions.use((actions) => actions.find(WorkspaceId.make(6), xid)),
    (found) => Effect.orDie(Effect.fromOption(found))
  )

const feed = Effect.map(
  MessagingEvents.use((events) =>
    events.list({
      workspaceId: WorkspaceId.make(6),
      organizationId: OrganizationId.make(1),
      guest: undefined,
      after: 0,
      limit: 101
    })
  ),
  ({ head, scanned }) => ({ head, events: scanned.map((one) => `${one.sequence} ${one.kind} ${one.action?.id ?? ""}`) })
)

const operator: ActionOwner = { kind: "operator", id: OperatorId.make(1) }

const created = (xid: string, change: Partial<NewAction["action"]> = {}): NewAction => ({
  action: {
    xid,
    organizationId: OrganizationId.make(1),
    workspaceId: WorkspaceId.make(6),
    version: 1,
    state: "unowned",
    kind: "housekeeping",
    title: "Extra towels",
    details: null,
    priority: "high",
    guestId: 1,
    reservationId: "RES-1",
    propertyId: null,
    audienceKind: "workspace",
    teamId: null,
    ...ownerColumns(null),
    dueAt: minute(90),
    evidence: null,
    createdAt: minute(40),
    updatedAt: minute(40),
    claimedAt: null,
    finishedAt: null,
    cancelledAt: null,
    ...change
  },
  transition: {
    type: "create_action",
    fromState: null,
    toState: change.state ?? "unowned",
    actorKind: "operator",
    actorId: "operator-1",
    expectedVersion: null,
    resultingVersion: 1,
    evidence: null,
    note: null,
    receiptXid: `receipt-${xid}`,
    requestId: "request-1",
    occurredAt: minute(40)
  },
  eventXid: `event-${xid}`
})

const make = (action: NewAction) => atomically(Actions.use((actions) => actions.insert(action)))

const moves = (xid: string) => Actions.use((actions) => actions.listMoves(WorkspaceId.make(6), xid))

twins("Actions of operators", twin, dataset, (it) => {
  it.effect("INT-014: creates an Action with the next number, its creation transition and its event", () =>
    Effect.gen(function* () {
      const before = yield* feed
      yield* make(created("new-1"))
      yield* make(created("new-2", { state: "owned", ...ownerColumns(operator), claimedAt: minute(40) }))
      const [first, second] = [yield* get("new-1"), yield* get("new-2")]
      assert.strictEqual(second.seq, first.seq + 1)
      assert.deepInclude(first, { version: 1, state: "unowned", guestId: "g1", dueAt: instant(90), claimedAt: null })
      assert.deepInclude(second, { ownerKind: "operator", ownerId: "operator-1", claimedAt: instant(40) })
      const after = yield* feed
      assert.strictEqual(after.head, before.head + 2)
      assert.deepStrictEqual(after.events.slice(-2), [
        `${before.head + 1} action.created new-1`,
        `${before.head + 2} action.created new-2`
      ])
      assert.deepStrictEqual(yield* moves("new-1"), [
        {
          type: "create_action",
          fromState: null,
          toState: "unowned",
          actorKind: "operator",
          actorId: "operator-1",
          resultingVersion: 1,
          evidence: null,
          note: null,
          occurredAt: instant(40)
        }
      ])
    })
  )

  it.effect("INT-014: transitions set owner and audience, a release clears claimedAt, and the history has both", () =>
    Effect.gen(function* () {
      const { id } = yield* Effect.map(
        Actions.use((all) => all.findForUpdate(WorkspaceId.make(6), "a2008")),
        Option.getOrThrow
      )
      const next = (version: number, change: Partial<ActionMove>) =>
        atomically(
          Actions.use((actions) =>
            actions.insertTransition({
              actionId: id,
              type: "claim",
              fromState: "unowned",
              toState: "owned",
              actorKind: "operator",
              actorId: "operator-1",
              expectedVersion: version,
              resultingVersion: version + 1,
              evidence: null,
              note: null,
              receiptXid: `history-${version}`,
              requestId: "request-1",
              occurredAt: minute(50),
              owner: operator,
              audience: { audienceKind: "workspace", teamId: null },
              eventXid: `history-${version}`,
              eventKind: "action.claimed",
              ...change
            })
          )
        )
      yield* next(1, {})
      assert.strictEqual((yield* get("a2008")).claimedAt, instant(50))
      yield* next(2, {
        type: "hand_off",
        fromState: "owned",
        toState: "unowned",
        owner: null,
        audience: { audienceKind: "team", teamId: 1 },
        note: "For the night",
        eventKind: "action.handed_off"
      })
      const released = yield* get("a2008")
      assert.deepInclude(released, { state: "unowned", ownerKind: null, ownerId: null, claimedAt: null, version: 3 })
      assert.deepInclude(released, { audienceKind: "team", teamXid: "team-night" })
      assert.deepStrictEqual(
        (yield* moves("a2008")).map(({ note, resultingVersion, type }) => [type, resultingVersion, note]),
        [
          ["claim", 2, null],
          ["hand_off", 3, "For the night"]
        ]
      )
      assert.deepStrictEqual(yield* Actions.use((all) => all.listMoves(WorkspaceId.make(1), "a2008")), [])
    })
  )

  it.effect("INT-012: filters by state, owner and team", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* list({ state: "unowned" }), ["a5", "a4", "a1"])
      assert.deepStrictEqual(yield* list({ ownerOperatorId: OperatorId.make(1) }), ["a3"])
      assert.deepStrictEqual(yield* list({ team: "team-night" }), ["a4"])
      assert.deepStrictEqual(yield* list({ team: "team-night", state: "owned" }), [])
      assert.deepStrictEqual(yield* list({ team: "team-day" }), [])
    })
  )

  it.effect("DOMAIN 3.1 A11: lists the open Actions of one owner in one organization", () =>
    Effect.gen(function* () {
      yield* make(created("owned-1", { state: "owned", ...ownerColumns(operator) }))
      const owned = (organization: number, owner: ActionOwner) =>
        Effect.map(
          atomically(Actions.use((all) => all.listOwnedForUpdate(OrganizationId.make(organization), owner))),
          (rows) => rows.map(({ xid }) => xid)
        )
      assert.include(yield* owned(1, operator), "owned-1")
      assert.notInclude(yield* owned(1, operator), "a3")
      assert.deepStrictEqual(yield* owned(2, operator), [])
      assert.deepStrictEqual(yield* owned(1, { kind: "integration", id: IntegrationId.make(2) }), ["a2"])
    })
  )
})
