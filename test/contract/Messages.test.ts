import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { Messages, type ScannedMessage } from "../../src/domain/messaging/Messages.ts"
import { GuestMissing } from "../../src/domain/messaging/MessagingErrors.ts"
import { WorkspaceId } from "../../src/domain/messaging/Workspace.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import * as MessagesLayer from "../../src/layers/repositories/MessagesLayer.ts"
import { instant, message, messagingDataset } from "../support/datasets/messagingDataset.ts"
import { twins } from "../support/twins.ts"

const list = (
  guest: string,
  scan: { readonly before?: number; readonly limit?: number; readonly workspaceId?: WorkspaceId } = {}
) =>
  Messages.use((messages) =>
    messages.listThread({
      workspaceId: WorkspaceId.make(1),
      organizationId: OrganizationId.make(1),
      guest,
      before: undefined,
      limit: 101,
      ...scan
    })
  )

const seqs = (scanned: ReadonlyArray<ScannedMessage>) => scanned.map((one) => one.seq)

/** A conversation of several pages, with gaps between its seqs. */
const long: Dataset = {
  ...messagingDataset,
  messages: [
    ...messagingDataset.messages,
    ...Array.from({ length: 150 }, (_, index) => message(1000 + index, 4, 2 * index + 1))
  ]
}

twins("Messages", MessagesLayer, long, (it) => {
  it.effect("HUB-038, HUB-040: lists messages of any visibility, newest first", () =>
    Effect.gen(function* () {
      const scanned = yield* list("g1")
      assert.deepStrictEqual(
        scanned.map((one) => [one.id, one.isSensitive, one.isDeleted, one.sourceDerived, one.aiPrivate, one.teamXid]),
        [
          ["m6", false, false, false, true, null],
          ["m5", false, false, true, false, "team-night"],
          ["m4", false, true, false, false, null],
          ["m3", true, false, false, false, null],
          ["m2", false, false, false, false, null],
          ["m1", false, false, false, false, null]
        ]
      )
    })
  )

  it.effect("HUB-048: returns a message with the message it replies to and its Action, in its workspace only", () =>
    Effect.gen(function* () {
      const [, , deleted, sensitive, answered] = yield* list("g1")
      const expected: ScannedMessage = {
        seq: 2,
        audienceKind: "workspace",
        teamId: null,
        isSensitive: false,
        isDeleted: false,
        sourceDerived: false,
        aiPrivate: false,
        id: "m2",
        direction: "outbound",
        channel: "sms",
        authorKind: "operator",
        authorName: "Operator One",
        body: "Text 2",
        teamXid: null,
        replyTo: {
          id: "m1",
          audienceKind: "workspace",
          teamId: null,
          isSensitive: false,
          isDeleted: false,
          sourceDerived: false,
          aiPrivate: false
        },
        action: { id: "a4", audienceKind: "team", teamId: 1 },
        deliveryStatus: "delivered",
        createdAt: instant(2),
        editedAt: instant(9)
      }
      assert.deepStrictEqual(answered, expected)
      assert.strictEqual(deleted?.replyTo?.isSensitive, true)
      assert.strictEqual(deleted?.action, null)
      assert.deepStrictEqual([sensitive?.replyTo, sensitive?.action], [null, null])
    })
  )

  it.effect("HUB-041: continues after a position without gaps or duplicates, to an empty page after the last", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(seqs(yield* list("g2", { limit: 3 })), [299, 297, 295])
      assert.deepStrictEqual(seqs(yield* list("g2", { limit: 3, before: 295 })), [293, 291, 289])
      assert.deepStrictEqual(seqs(yield* list("g2", { limit: 3, before: 294 })), [293, 291, 289])
      assert.deepStrictEqual(seqs(yield* list("g2", { before: 5 })), [3, 1])
      assert.deepStrictEqual(yield* list("g2", { before: 1 }), [])
      assert.strictEqual((yield* list("g2")).length, 101)
    })
  )

  it.effect("HUB-028: fails with GuestMissing for a guest without a conversation in the workspace", () =>
    Effect.gen(function* () {
      for (const guest of ["g-quiet", "g-foreign", "nobody", "G1", "g1 "]) {
        assert.deepStrictEqual(yield* Effect.flip(list(guest)), new GuestMissing())
      }
      assert.deepStrictEqual(yield* Effect.flip(list("g1", { workspaceId: WorkspaceId.make(3) })), new GuestMissing())
      assert.deepStrictEqual(yield* Effect.flip(list("g2", { workspaceId: WorkspaceId.make(2) })), new GuestMissing())
    })
  )

  it.effect("HUB-003: returns the conversation of the requested workspace", () =>
    Effect.gen(function* () {
      const ids = (scanned: ReadonlyArray<ScannedMessage>) => scanned.map((one) => one.id)
      assert.deepStrictEqual(ids(yield* list("g1", { workspaceId: WorkspaceId.make(2) })), ["m7"])
      const other = yield* Messages.use((messages) =>
        messages.listThread({
          workspaceId: WorkspaceId.make(3),
          organizationId: OrganizationId.make(2),
          guest: "g1",
          before: undefined,
          limit: 101
        })
      )
      assert.deepStrictEqual(ids(other), ["m8"])
    })
  )

  it.effect("HUB-028: returns an empty page for a conversation without messages", () =>
    Effect.gen(function* () {
      const empty = yield* Messages.use((messages) =>
        messages.listThread({
          workspaceId: WorkspaceId.make(3),
          organizationId: OrganizationId.make(2),
          guest: "g-foreign",
          before: undefined,
          limit: 101
        })
      )
      assert.deepStrictEqual(empty, [])
    })
  )
})
