import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { commentXids } from "../../src/demo/demoCollaboration.ts"
import { messageXid } from "../../src/demo/demoMessages.ts"
import { operatorId, operatorSubject, operatorTitle } from "../../src/demo/demoOperators.ts"
import type { Comment } from "../../src/domain/collaboration/Comment.ts"
import { Comments, type ScannedComment } from "../../src/domain/collaboration/Comments.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as CommentsLayer from "../../src/layers/repositories/CommentsLayer.ts"
import { at, dataset, onAction, onMessage, otherWorkspaceId, workspaceId } from "../support/collaborationFacts.ts"
import { twins } from "../support/twins.ts"

const comment = (xid: string, change: Partial<Omit<Comment, "id">> = {}): Omit<Comment, "id"> => ({
  xid,
  workspaceId,
  ...onAction("unowned20"),
  authorId: operatorId("manage"),
  body: `Body of ${xid}`,
  createdAt: at(1),
  editedAt: null,
  ...change
})

const insert = (of: Omit<Comment, "id">, mentions: Parameters<Comments["Service"]["insert"]>[1] = []) =>
  Comments.use((comments) => comments.insert(of, mentions))

const list = (subject: ReturnType<typeof onAction>, before?: number, limit = 10) =>
  Comments.use((comments) => comments.list({ workspaceId, ...subject, before, limit }))

const ids = (rows: ReadonlyArray<ScannedComment>) => rows.map(({ id }) => id)
const named = (name: "manage" | "manage2" | "read") => ({ id: operatorSubject(name), displayName: operatorTitle(name) })

twins("Comments", CommentsLayer, dataset, (it) => {
  it.effect("INT-015: returns an inserted comment with the names of its author and of mentioned operators", () =>
    Effect.gen(function* () {
      const comments = yield* Comments
      yield* atomically(
        insert(comment("shown"), [
          { operatorId: operatorId("manage2"), attentionXid: "item-1" },
          { operatorId: operatorId("read"), attentionXid: "item-2" }
        ])
      )
      const found = yield* comments.find(workspaceId, "shown")
      const { action, seq, ...rest } = Option.getOrElse(found, () => assert.fail("not found"))
      assert.isAbove(seq, 7)
      assert.strictEqual(action?.audienceKind, "workspace")
      assert.deepStrictEqual(rest, {
        id: "shown",
        message: null,
        author: named("manage"),
        body: "Body of shown",
        mentions: [named("read"), named("manage2")],
        createdAt: DateTime.formatIso(at(1)),
        editedAt: null
      })
      assert.deepStrictEqual(yield* list(onAction("unowned20")), [Option.getOrThrow(found)])
      assert.isTrue(Option.isNone(yield* comments.find(otherWorkspaceId, "shown")))
    })
  )

  it.effect("INT-013: lists the comments of one subject newest first, and continues after a position", () =>
    Effect.gen(function* () {
      const subject = onMessage("g1-7")
      for (const n of [1, 2, 3, 4, 5]) yield* insert(comment(`listed-${n}`, subject))
      yield* insert(comment("elsewhere", onMessage("g1-8")))
      const first = yield* list(subject, undefined, 2)
      assert.deepStrictEqual(ids(first), ["listed-5", "listed-4"])
      assert.deepStrictEqual(ids(yield* list(subject, first[1]?.seq)), ["listed-3", "listed-2", "listed-1"])
      const other = { ...subject, before: undefined, limit: 10 }
      const comments = yield* Comments
      assert.deepStrictEqual(yield* comments.list({ ...other, workspaceId: otherWorkspaceId }), [])
    })
  )

  it.effect("INT-012: returns the latest comments of several messages, with the number of comments of each", () =>
    Effect.gen(function* () {
      const comments = yield* Comments
      for (const n of [1, 2, 3]) {
        yield* insert(comment(`a-${n}`, onMessage("g2-1")))
        if (n < 3) yield* insert(comment(`b-${n}`, onMessage("g2-2")))
      }
      const messages = ["g2-1", "g2-2", "g2-3"].map(messageXid)
      const latest = yield* comments.listLatest(workspaceId, messages, 2)
      const of = (name: string) =>
        latest.filter(({ message }) => message?.id === messageXid(name)).map(({ count, id }) => [id, count])
      assert.lengthOf(latest, 4)
      assert.deepStrictEqual(of("g2-1"), [
        ["a-3", 3],
        ["a-2", 3]
      ])
      assert.deepStrictEqual(of("g2-2"), [
        ["b-2", 2],
        ["b-1", 2]
      ])
      assert.deepStrictEqual(yield* comments.listLatest(workspaceId, [], 2), [])
      assert.deepStrictEqual(yield* comments.listLatest(otherWorkspaceId, messages, 2), [])
    })
  )

  it.effect("INT-015: edits and removes a comment, only in its own workspace, and not after its removal", () =>
    Effect.gen(function* () {
      const comments = yield* Comments
      const { mentioning_read: xid } = commentXids
      assert.isTrue(yield* comments.changeBody(workspaceId, xid, { body: "Changed", editedAt: at(5) }))
      const changed = Option.getOrThrow(yield* comments.find(workspaceId, xid))
      assert.deepStrictEqual(
        [changed.body, changed.editedAt, changed.mentions],
        ["Changed", DateTime.formatIso(at(5)), [named("read")]]
      )
      assert.isFalse(yield* comments.changeBody(otherWorkspaceId, xid, { body: "Lost", editedAt: at(6) }))
      assert.isFalse(yield* comments.remove(otherWorkspaceId, xid))
      assert.isTrue(yield* comments.remove(workspaceId, xid))
      assert.isFalse(yield* comments.remove(workspaceId, xid))
      assert.isFalse(yield* comments.changeBody(workspaceId, xid, { body: "Late", editedAt: at(6) }))
    })
  )

  it.effect("INT-015: an insert is rolled back with the caller's transaction", () =>
    Effect.gen(function* () {
      yield* atomically(Effect.andThen(insert(comment("undone")), Effect.fail("later step failed"))).pipe(Effect.flip)
      assert.isTrue(Option.isNone(yield* Comments.use((comments) => comments.find(workspaceId, "undone"))))
    })
  )
})
