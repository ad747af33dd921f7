import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { ActionCommand } from "../../../src/domain/actions/ActionCommand.ts"
import { readMessaging } from "../../../src/domain/messaging/readMessaging.ts"
import { insertDataset } from "../../../src/sql/DatasetSql.ts"
import { messagingDataset } from "../../support/datasets/messagingDataset.ts"
import { asCaller, layerSql, messagingPermissions, transition } from "../../support/messagingServices.ts"
import * as Postgres from "../../support/servers/Postgres.ts"

const dataset = {
  ...messagingDataset,
  messagingGrants: messagingDataset.messagingGrants.map((grant) => ({ ...grant, permissions: messagingPermissions }))
}

const database = Layer.effectDiscard(insertDataset(dataset)).pipe(Layer.provideMerge(Postgres.layer))

layer(layerSql.pipe(Layer.provideMerge(database)))("transitionAction over a database", (it) => {
  it.effect("HUB-070: a replay is byte-identical, although the database reorders JSON", () =>
    Effect.gen(function* () {
      const claim: ActionCommand = { type: "claim", id: "a5", expectedVersion: 1 }
      const first = yield* transition(claim, "key-00001")
      const finish: ActionCommand = { type: "finish", id: "a5", expectedVersion: 2, evidence: 'Done \u{1F3E8} "\\' }
      const second = yield* transition(finish, "key-00002")
      for (let round = 0; round < 2; round++) {
        assert.strictEqual(JSON.stringify(yield* transition(claim, "key-00001")), JSON.stringify(first))
        assert.strictEqual(JSON.stringify(yield* transition(finish, "key-00002")), JSON.stringify(second))
      }
      const page = yield* asCaller()(readMessaging({ view: "actions", scope: "ws-1", id: "a5" }))
      assert.isTrue(page.view === "actions" && page.items[0]?.evidence === finish.evidence)
    })
  )

  it.effect("HUB-068, HUB-092: a refused transition leaves its key free for another command", () =>
    Effect.gen(function* () {
      const stale: ActionCommand = { type: "claim", id: "a1", expectedVersion: 9 }
      assert.strictEqual((yield* Effect.flip(transition(stale, "key-00003")))._tag, "VersionConflict")
      const claim: ActionCommand = { type: "claim", id: "a1", expectedVersion: 1 }
      assert.strictEqual((yield* transition(claim, "key-00003")).transition.toState, "owned")
    })
  )
})
