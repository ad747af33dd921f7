import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { actionXid } from "../../src/demo/demoActions.ts"
import { messageXid } from "../../src/demo/demoMessages.ts"
import { teamIds } from "../../src/demo/demoWorkspaces.ts"
import { Subjects } from "../../src/domain/collaboration/Subjects.ts"
import * as SubjectsLayer from "../../src/layers/repositories/SubjectsLayer.ts"
import { dataset, onAction, onMessage, otherWorkspaceId, workspaceId } from "../support/collaborationFacts.ts"
import { twins } from "../support/twins.ts"

twins("Subjects", SubjectsLayer, dataset, (it) => {
  it.effect("INT-015: finds an Action or a message of the workspace with the fields that decide its visibility", () =>
    Effect.gen(function* () {
      const subjects = yield* Subjects
      const night = actionXid("teamNight1")
      assert.deepStrictEqual(
        yield* subjects.find(workspaceId, { type: "action", id: night }),
        Option.some({
          ...onAction("teamNight1"),
          action: { id: night, audienceKind: "team", teamId: teamIds["team-night"] },
          message: null
        })
      )
      const deleted = messageXid("g1-deleted")
      assert.deepStrictEqual(
        yield* subjects.find(workspaceId, { type: "message", id: deleted }),
        Option.some({
          ...onMessage("g1-deleted"),
          action: null,
          message: {
            id: deleted,
            audienceKind: "workspace",
            teamId: null,
            isSensitive: false,
            isDeleted: true,
            sourceDerived: false,
            aiPrivate: false
          }
        })
      )
    })
  )

  it.effect("INT-011: finds no subject of another workspace, type or id", () =>
    Effect.gen(function* () {
      const subjects = yield* Subjects
      const action = { type: "action", id: actionXid("unowned1") } as const
      const message = { type: "message", id: messageXid("g1-1") } as const
      for (const name of [action, message]) {
        assert.isTrue(Option.isSome(yield* subjects.find(workspaceId, name)))
        assert.isTrue(Option.isNone(yield* subjects.find(otherWorkspaceId, name)))
        assert.isTrue(Option.isNone(yield* subjects.find(workspaceId, { ...name, id: `${name.id}0` })))
      }
      assert.isTrue(Option.isNone(yield* subjects.find(workspaceId, { ...action, id: message.id })))
      assert.isTrue(Option.isNone(yield* subjects.find(workspaceId, { ...message, id: action.id })))
    })
  )
})
