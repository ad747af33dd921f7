import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Option, TxHashMap } from "effect"
import { TestClock } from "effect/testing"
import { ActionId } from "../../../src/domain/actions/Action.ts"
import type { ActionCommand } from "../../../src/domain/actions/ActionCommand.ts"
import { Actions } from "../../../src/domain/actions/Actions.ts"
import type { Dataset } from "../../../src/domain/dataset/Dataset.ts"
import { Memory } from "../../../src/layers/memory/Memory.ts"
import { instant, messagingDataset, minute } from "../../support/datasets/messagingDataset.ts"
import { layer, messagingPermissions, transition as transitionOnce } from "../../support/messagingServices.ts"

const dataset: Dataset = {
  ...messagingDataset,
  messagingGrants: messagingDataset.messagingGrants.map((grant) => ({ ...grant, permissions: messagingPermissions }))
}

const claim: ActionCommand = { type: "claim", id: "a1", expectedVersion: 1 }

const transition = (command: ActionCommand = claim, idempotencyKey = "key-00001") =>
  transitionOnce(command, idempotencyKey)

/** The rows that a transition touches. */
const rows = Effect.gen(function* () {
  const memory = yield* Memory
  return {
    actions: yield* TxHashMap.snapshot(memory.actions),
    transitions: yield* TxHashMap.snapshot(memory.actionTransitions),
    counters: yield* TxHashMap.snapshot(memory.workspaceCounters),
    events: yield* TxHashMap.snapshot(memory.messagingEvents),
    keys: yield* TxHashMap.snapshot(memory.idempotencyKeys)
  }
})

const fresh = Effect.provide(layer(dataset))

describe("transitionAction", () => {
  it.effect("HUB-073: a key replays its answer for thirty days, then runs the command again", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(DateTime.toEpochMillis(minute(100)))
      const first = yield* transition()
      assert.strictEqual(first.receipt.recordedAt, instant(100))
      const end = DateTime.add(minute(100), { days: 30 })
      yield* TestClock.setTime(DateTime.toEpochMillis(end) - 1)
      assert.deepStrictEqual(yield* transition(), first)
      yield* TestClock.setTime(DateTime.toEpochMillis(end))
      assert.strictEqual((yield* Effect.flip(transition()))._tag, "ActionAlreadyOwned")
      assert.strictEqual((yield* Effect.flip(transition()))._tag, "ActionAlreadyOwned")
    }).pipe(fresh)
  )

  it.effect("HUB-060, HUB-071: null evidence and absent evidence are the same command", () =>
    Effect.gen(function* () {
      const first = yield* transition()
      assert.deepStrictEqual(yield* transition({ ...claim, evidence: null }), first)
    }).pipe(fresh)
  )

  it.effect("HUB-074: stores a transition with its actor, versions, receipt and request id", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(DateTime.toEpochMillis(minute(100)))
      const { receipt } = yield* transition()
      const memory = yield* Memory
      assert.deepStrictEqual(Option.getOrThrow(yield* TxHashMap.get(memory.actionTransitions, "1")), {
        id: 1,
        actionId: ActionId.make(1),
        type: "claim",
        fromState: "unowned",
        toState: "owned",
        actorKind: "integration",
        actorId: "integration-1",
        expectedVersion: 1,
        resultingVersion: 2,
        evidence: null,
        note: null,
        receiptXid: receipt.id,
        requestId: "request-1",
        occurredAt: minute(100)
      })
    }).pipe(fresh)
  )

  it.effect("HUB-068, HUB-092, A-20: a refused or failed transition leaves no rows, not even its key", () =>
    Effect.gen(function* () {
      const before = yield* rows
      const commands: ReadonlyArray<ActionCommand> = [
        { ...claim, expectedVersion: 2 },
        { ...claim, id: "a2", expectedVersion: 2 },
        { ...claim, id: "a3", expectedVersion: 3 },
        { ...claim, id: "a7" },
        { ...claim, type: "finish", evidence: "x" }
      ]
      for (const command of commands) yield* Effect.flip(transition(command))
      const actions = yield* Actions
      const broken = Actions.of({
        ...actions,
        insertTransition: (move) => Effect.andThen(actions.insertTransition(move), Effect.die("the disk is full"))
      })
      const exit = yield* Effect.exit(Effect.provideService(transition(), Actions, broken))
      assert.strictEqual(exit._tag, "Failure")
      assert.deepStrictEqual(yield* rows, before)
      assert.strictEqual((yield* transition()).transition.toState, "owned")
    }).pipe(fresh)
  )

  it.effect("HUB-037, HUB-058: an Action outside the grant's audience is ActionMissing", () =>
    Effect.gen(function* () {
      const team: ActionCommand = { ...claim, id: "a4" }
      const { messagingGrants } = yield* Memory
      yield* TxHashMap.modify(messagingGrants, "1", (grant) => ({ ...grant, audienceTeamIds: [] }))
      assert.strictEqual((yield* Effect.flip(transition(team)))._tag, "ActionMissing")
      yield* TxHashMap.modify(messagingGrants, "1", (grant) => ({ ...grant, audienceTeamIds: [1] }))
      assert.strictEqual((yield* transition(team)).transition.actionId, "a4")
    }).pipe(fresh)
  )
})
