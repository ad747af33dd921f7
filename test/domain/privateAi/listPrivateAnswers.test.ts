import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, TxHashMap } from "effect"
import { listPrivateAnswers } from "../../../src/domain/privateAi/listPrivateAnswers.ts"
import type { NewAnswer } from "../../../src/domain/privateAi/PrivateAnswers.ts"
import { PrivateAnswers } from "../../../src/domain/privateAi/PrivateAnswers.ts"
import { WorkspaceMissing } from "../../../src/domain/operators/OperatorErrors.ts"
import { WorkspaceId } from "../../../src/domain/messaging/Workspace.ts"
import { OperatorId } from "../../../src/domain/operators/Operator.ts"
import { OrganizationId } from "../../../src/domain/organizations/Organization.ts"
import { CursorConflict, CursorInvalid } from "../../../src/domain/shared/Cursors.ts"
import { Memory } from "../../../src/layers/memory/Memory.ts"
import * as WorkspacesLayer from "../../../src/layers/repositories/WorkspacesLayer.ts"
import { minute } from "../../support/datasets/messagingDataset.ts"
import { asOperator, layer, privateAiDataset } from "../../support/privateAi.ts"

const read = (operator: number, before?: string, scope = "ws-1") =>
  listPrivateAnswers({ view: "private_ai", scope, before }).pipe(asOperator(operator))

const insert = (
  xid: string,
  operator: number,
  of: Partial<Pick<NewAnswer, "action" | "guest" | "consultationId">> & {
    readonly team?: number
    readonly workspace?: number
  } = {}
) =>
  PrivateAnswers.use((all) =>
    all.insert({
      guest: of.guest ?? null,
      action: of.action ?? null,
      consultationId: of.consultationId ?? null,
      answer: {
        xid,
        organizationId: OrganizationId.make(1),
        workspaceId: WorkspaceId.make(of.workspace ?? 1),
        operatorId: OperatorId.make(operator),
        question: `Question ${xid}`,
        answer: `Answer ${xid}`,
        model: "model-1",
        audienceKind: of.team === undefined ? "workspace" : "team",
        teamId: of.team ?? null,
        askedAt: minute(1),
        answeredAt: minute(2)
      }
    })
  )

const ids = (page: Effect.Success<ReturnType<typeof read>>) => page.items.map(({ id }) => id)

const fresh = Effect.provide(
  Layer.provideMerge(
    WorkspacesLayer.layerMemory,
    layer({ ...privateAiDataset, teamMembers: [{ teamId: 1, operatorId: OperatorId.make(2) }] })
  )
)

describe("listPrivateAnswers", () => {
  it.effect("INT-013: operator 2 never sees operator 1's private AI history", () =>
    Effect.gen(function* () {
      yield* insert("one", 1, { guest: "g1", action: "a1", consultationId: 7 })
      yield* insert("two", 2)
      yield* insert("elsewhere", 1, { workspace: 2 })
      assert.deepStrictEqual(yield* read(1), {
        view: "private_ai",
        scope: "ws-1",
        items: [
          {
            id: "one",
            kind: "consultation",
            guestId: "g1",
            actionId: "a1",
            question: "Question one",
            answer: "Answer one",
            askedAt: "2026-03-01T10:01:00.000Z",
            answeredAt: "2026-03-01T10:02:00.000Z",
            published: null
          }
        ],
        nextCursor: null
      })
      assert.deepStrictEqual(ids(yield* read(2)), ["two"])
      assert.deepStrictEqual(ids(yield* read(3)), [])
      assert.deepStrictEqual(ids(yield* read(1, undefined, "ws-2")), ["elsewhere"])
      for (const scope of ["ws-3", "ws-4", "unknown"]) {
        assert.deepStrictEqual(yield* Effect.flip(read(1, undefined, scope)), new WorkspaceMissing())
      }
    }).pipe(fresh)
  )

  it.effect("INT-010, A-158: leaves out answers that the operator may no longer read after leaving the team", () =>
    Effect.gen(function* () {
      yield* insert("of-team", 2, { team: 1 })
      yield* insert("of-action", 2, { action: "a4", team: 1 })
      yield* insert("of-all", 2, { action: "a1" })
      assert.deepStrictEqual(ids(yield* read(2)), ["of-all", "of-action", "of-team"])
      const { teamMembers } = yield* Memory
      yield* TxHashMap.clear(teamMembers)
      assert.deepStrictEqual(ids(yield* read(2)), ["of-all"])
    }).pipe(fresh)
  )

  it.effect("INT-013: walks newest first; a cursor of another operator or workspace is CursorConflict", () =>
    Effect.gen(function* () {
      for (let number = 1; number <= 201; number++) yield* insert(`n${number}`, 3)
      const first = yield* read(3)
      const second = yield* read(3, first.nextCursor ?? "")
      const third = yield* read(3, second.nextCursor ?? "")
      assert.deepStrictEqual(
        [...ids(first), ...ids(second), ...ids(third)],
        Array.from({ length: 201 }, (_, index) => `n${201 - index}`)
      )
      assert.deepStrictEqual([first.items.length, second.items.length, third.nextCursor], [100, 100, null])
      assert.deepStrictEqual(yield* Effect.flip(read(1, first.nextCursor ?? "")), new CursorConflict())
      assert.deepStrictEqual(yield* Effect.flip(read(3, first.nextCursor ?? "", "ws-2")), new CursorConflict())
      assert.deepStrictEqual(yield* Effect.flip(read(3, "c1.nonsense")), new CursorInvalid())
    }).pipe(fresh)
  )
})
