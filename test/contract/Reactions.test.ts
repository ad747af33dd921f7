import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { messageXid } from "../../src/demo/demoMessages.ts"
import { operatorId, operatorSubject, operatorTitle } from "../../src/demo/demoOperators.ts"
import { Reactions } from "../../src/domain/collaboration/Reactions.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as ReactionsLayer from "../../src/layers/repositories/ReactionsLayer.ts"
import { at, dataset, messageRow, otherWorkspaceId, workspaceId } from "../support/collaborationFacts.ts"
import { twins } from "../support/twins.ts"

const reaction = (message: string, emoji = "\u{1F44D}", name: "read" | "manage" = "read") => ({
  workspaceId,
  messageId: messageRow(message),
  operatorId: operatorId(name),
  emoji
})

const insert = (of: ReturnType<typeof reaction>) =>
  Reactions.use((reactions) => reactions.insert({ ...of, createdAt: at(1) }))

const list = (message: string | undefined, before?: number, limit = 10) =>
  Reactions.use((reactions) =>
    reactions.list({ workspaceId, messageId: message === undefined ? undefined : messageRow(message), before, limit })
  )

twins("Reactions", ReactionsLayer, dataset, (it) => {
  it.effect("INT-015: an operator adds a reaction to a message once per emoji, and removes it once", () =>
    Effect.gen(function* () {
      const reactions = yield* Reactions
      const mine = reaction("g1-20")
      assert.isTrue(yield* insert(mine))
      assert.isFalse(yield* insert(mine))
      assert.isTrue(yield* insert(reaction("g1-20", "\u{1F389}")))
      assert.isTrue(yield* insert(reaction("g1-20", "\u{1F44D}", "manage")))
      assert.lengthOf(yield* list("g1-20"), 3)
      assert.isFalse(yield* reactions.remove({ ...mine, workspaceId: otherWorkspaceId }))
      assert.isTrue(yield* reactions.remove(mine))
      assert.isFalse(yield* reactions.remove(mine))
      const left = yield* list("g1-20")
      assert.deepStrictEqual(
        left.map(({ emoji, operator }) => [emoji, operator.id]),
        [
          ["\u{1F44D}", operatorSubject("manage")],
          ["\u{1F389}", operatorSubject("read")]
        ]
      )
    })
  )

  it.effect("INT-013: lists the reactions of a workspace or a message newest first, even to a deleted message", () =>
    Effect.gen(function* () {
      const all = yield* list(undefined, undefined, 100)
      const stored = dataset.reactions.map(({ id }) => id)
      assert.includeMembers(
        all.map(({ seq }) => seq),
        stored
      )
      assert.deepStrictEqual(
        all.map(({ seq }) => seq),
        all.map(({ seq }) => seq).toSorted((a, b) => b - a)
      )
      const [deleted] = yield* list("g1-deleted")
      const row = dataset.reactions.find(({ messageId }) => messageId === messageRow("g1-deleted"))
      assert.deepStrictEqual(deleted, {
        seq: row?.id ?? 0,
        message: {
          id: messageXid("g1-deleted"),
          audienceKind: "workspace",
          teamId: null,
          isSensitive: false,
          isDeleted: true,
          sourceDerived: false,
          aiPrivate: false
        },
        operator: { id: operatorSubject("read"), displayName: operatorTitle("read") },
        emoji: "\u{1F44D}",
        createdAt: DateTime.formatIso(row?.createdAt ?? at(0))
      })
      assert.deepStrictEqual(yield* list(undefined, all[0]?.seq, 1), all.slice(1, 2))
      assert.deepStrictEqual(
        yield* Reactions.use((reactions) =>
          reactions.list({ workspaceId: otherWorkspaceId, messageId: undefined, before: undefined, limit: 10 })
        ),
        []
      )
    })
  )

  it.effect("INT-015: an insert is rolled back with the caller's transaction", () =>
    Effect.gen(function* () {
      const undone = insert(reaction("g1-21"))
      yield* atomically(Effect.andThen(undone, Effect.fail("later step failed"))).pipe(Effect.flip)
      assert.deepStrictEqual(yield* list("g1-21"), [])
    })
  )
})
