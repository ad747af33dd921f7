import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { actionXid } from "../../src/demo/demoActions.ts"
import { attentionXids, commentXids } from "../../src/demo/demoCollaboration.ts"
import { messageXid } from "../../src/demo/demoMessages.ts"
import { type OperatorName, operatorId, operatorSubject, operatorTitle } from "../../src/demo/demoOperators.ts"
import { teamIds } from "../../src/demo/demoWorkspaces.ts"
import { AttentionItems } from "../../src/domain/collaboration/AttentionItems.ts"
import type { Sight } from "../../src/domain/messaging/Reader.ts"
import * as AttentionItemsLayer from "../../src/layers/repositories/AttentionItemsLayer.ts"
import { at, dataset, now, otherWorkspaceId, workspaceId } from "../support/collaborationFacts.ts"
import { twins } from "../support/twins.ts"

const owner = (name: OperatorName) => ({ operatorId: operatorId(name), workspaceId })

const list = (name: OperatorName, before?: number, limit = 10) =>
  AttentionItems.use((items) => items.list({ ...owner(name), before, limit }))

const assign = (name: OperatorName, action: string, xid: string) =>
  AttentionItems.use((items) =>
    items.insertAssignment({
      ...owner(name),
      xid,
      action: actionXid(action),
      fromOperatorId: operatorId("manage"),
      createdAt: at(1)
    })
  )

const everybody: Sight = { audienceWorkspace: true, audienceTeamIds: [], readsSensitive: true }

const count = (name: OperatorName, sight: Sight = everybody, time = now) =>
  AttentionItems.use((items) => items.countOpen(owner(name), sight, time))

const change = (name: OperatorName, xid: string, readAt: DateTime.Utc | null, snoozedUntil: DateTime.Utc | null) =>
  AttentionItems.use((items) => items.change(owner(name), xid, { readAt, snoozedUntil }))

twins("AttentionItems", AttentionItemsLayer, dataset, (it) => {
  it.effect("INT-013: lists an operator's items in a workspace newest first, and continues after a position", () =>
    Effect.gen(function* () {
      const { mentioning_manage: comment } = commentXids
      const [found, ...none] = yield* list("manage")
      assert.deepStrictEqual(none, [])
      const { message, seq, ...rest } = found ?? assert.fail("no attention item")
      assert.strictEqual(message?.id, messageXid("g1-1"))
      assert.isAbove(seq, 0)
      assert.deepStrictEqual(rest, {
        id: attentionXids["mentioning_manage-manage"] ?? "",
        kind: "mention",
        action: null,
        commentId: comment,
        from: { id: operatorSubject("manage2"), displayName: operatorTitle("manage2") },
        createdAt: DateTime.formatIso(DateTime.subtract(now, { hours: 45 })),
        readAt: null,
        snoozedUntil: null
      })
      for (const n of [1, 2, 3]) yield* assign("manage2", "unowned30", `given-${n}`)
      const page = yield* list("manage2", undefined, 2)
      assert.deepStrictEqual(
        page.map(({ action, commentId, id, kind }) => [id, kind, action?.id, commentId]),
        [
          ["given-3", "assignment", actionXid("unowned30"), null],
          ["given-2", "assignment", actionXid("unowned30"), null]
        ]
      )
      assert.deepStrictEqual(
        (yield* list("manage2", page[1]?.seq)).map(({ id }) => id),
        ["given-1"]
      )
      const elsewhere = { ...owner("manage2"), workspaceId: otherWorkspaceId, before: undefined, limit: 10 }
      assert.deepStrictEqual(yield* AttentionItems.use((items) => items.list(elsewhere)), [])
    })
  )

  it.effect("INT-008: finds and changes only the operator's own items", () =>
    Effect.gen(function* () {
      const items = yield* AttentionItems
      const xid = attentionXids["mentioning_read-read"] ?? ""
      const before = yield* items.findForUpdate(owner("read"), xid)
      assert.isTrue(Option.isSome(before))
      assert.isTrue(Option.isNone(yield* items.findForUpdate(owner("manage"), xid)))
      assert.isTrue(Option.isNone(yield* items.findForUpdate({ ...owner("read"), workspaceId: otherWorkspaceId }, xid)))
      yield* change("manage", xid, now, null)
      assert.deepStrictEqual(yield* items.findForUpdate(owner("read"), xid), before)
      yield* change("read", xid, at(3), at(4))
      const changed = Option.getOrThrow(yield* items.findForUpdate(owner("read"), xid))
      assert.deepStrictEqual(
        [changed.readAt, changed.snoozedUntil],
        [DateTime.formatIso(at(3)), DateTime.formatIso(at(4))]
      )
      yield* change("read", xid, null, null)
      assert.deepStrictEqual(yield* items.findForUpdate(owner("read"), xid), before)
    })
  )

  it.effect("INT-013: counts unread, visible items that are not snoozed", () =>
    Effect.gen(function* () {
      // Two mention `read`; one is about a deleted message.
      assert.lengthOf(yield* list("read"), 2)
      assert.strictEqual(yield* count("read"), 1)
      const xid = attentionXids["mentioning_read-read"] ?? ""
      yield* change("read", xid, null, at(10))
      assert.deepStrictEqual(yield* Effect.forEach([9, 10, 11], (n) => count("read", everybody, at(n))), [0, 1, 1])
      yield* change("read", xid, at(1), null)
      assert.strictEqual(yield* count("read"), 0)
      yield* assign("read", "teamNight5", "of-team")
      assert.strictEqual(yield* count("read"), 0)
      assert.strictEqual(yield* count("read", { ...everybody, audienceTeamIds: [teamIds["team-night"]] }), 1)
      assert.strictEqual(yield* count("manage", { ...everybody, audienceWorkspace: false }), 0)
    })
  )
})
