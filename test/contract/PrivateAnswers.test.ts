import { assert } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { Conversations } from "../../src/domain/messaging/Conversations.ts"
import { Messages } from "../../src/domain/messaging/Messages.ts"
import { MessagingEvents } from "../../src/domain/messaging/MessagingEvents.ts"
import { WorkspaceId } from "../../src/domain/messaging/Workspace.ts"
import { OperatorId } from "../../src/domain/operators/Operator.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import { AlreadyPublished } from "../../src/domain/privateAi/PrivateAiErrors.ts"
import { type NewAnswer, PrivateAnswers, type Publication } from "../../src/domain/privateAi/PrivateAnswers.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as ConversationsLayer from "../../src/layers/repositories/ConversationsLayer.ts"
import * as MessagesLayer from "../../src/layers/repositories/MessagesLayer.ts"
import * as MessagingEventsLayer from "../../src/layers/repositories/MessagingEventsLayer.ts"
import * as PrivateAnswersLayer from "../../src/layers/repositories/PrivateAnswersLayer.ts"
import { instant, messagingDataset, minute } from "../support/datasets/messagingDataset.ts"
import { twins } from "../support/twins.ts"

const organizationId = OrganizationId.make(1)
const workspaceId = WorkspaceId.make(1)
const operatorId = OperatorId.make(1)
const owner = { workspaceId, operatorId }

const dataset: Dataset = {
  ...messagingDataset,
  operators: [1, 2, 3, 4, 5, 6].flatMap((id) =>
    messagingDataset.operators.map((row) => ({
      ...row,
      id: OperatorId.make(id),
      identitySubject: `operator-${id}`,
      name: `Operator ${id}`
    }))
  )
}

/** A new answer of an operator. Tests that list have an operator of their own. */
const answer = (
  xid: string,
  operator: number,
  change: Partial<NewAnswer> & { readonly stored?: Partial<NewAnswer["answer"]> } = {}
): NewAnswer => {
  const { stored, ...of } = change
  return {
    guest: null,
    action: null,
    consultationId: null,
    ...of,
    answer: {
      xid,
      organizationId,
      workspaceId,
      operatorId: OperatorId.make(operator),
      question: `Question ${xid}`,
      answer: `Answer ${xid}`,
      model: "scripted",
      audienceKind: "workspace",
      teamId: null,
      askedAt: minute(1),
      answeredAt: minute(2),
      ...stored
    }
  }
}

const insert = (of: NewAnswer) => PrivateAnswers.use((all) => all.insert(of))

const list = (
  operator: number,
  scan: {
    readonly before?: number
    readonly limit?: number
    readonly consultationId?: number
    readonly workspaceId?: WorkspaceId
  } = {}
) =>
  PrivateAnswers.use((all) =>
    all.list({ workspaceId, operatorId: OperatorId.make(operator), before: undefined, limit: 101, ...scan })
  )

const xids = (operator: number, scan = {}) => Effect.map(list(operator, scan), (all) => all.map(({ id }) => id))

const find = (xid: string, of = owner) => PrivateAnswers.use((all) => all.find(of, xid))

const publish = Effect.fnUntraced(function* (xid: string, operator: number, change: Partial<Publication> = {}) {
  const of = { workspaceId, operatorId: OperatorId.make(operator) }
  const found = yield* find(xid, of)
  const { seq } = Option.getOrElse(found, () => assert.fail(`no answer ${xid}`))
  yield* PrivateAnswers.use((all) =>
    all.insertPublication({
      ...of,
      seq,
      audienceKind: "workspace",
      teamId: null,
      messageXid: `message-of-${xid}`,
      authorName: "Assistant",
      eventXid: `event-of-${xid}`,
      actorId: `operator-${operator}`,
      occurredAt: minute(30),
      ...change
    })
  )
})

const thread = (guest: string) =>
  Messages.use((all) => all.listThread({ workspaceId, organizationId, guest, before: undefined, limit: 101 }))

const feed = MessagingEvents.use((all) =>
  all.list({ workspaceId, organizationId, guest: undefined, after: 8, limit: 101 })
)

/** `lastActivityAt` of the workspace's conversations, by guest. */
const activity = Effect.map(
  Conversations.use((all) =>
    all.list({
      workspaceId,
      sight: { audienceWorkspace: true, audienceTeamIds: [1], readsSensitive: true },
      after: undefined,
      limit: 101
    })
  ),
  (rows) => Object.fromEntries(rows.map(({ guestId, lastActivityAt }) => [guestId, lastActivityAt]))
)

const services = {
  layerMemory: Layer.mergeAll(
    PrivateAnswersLayer.layerMemory,
    ConversationsLayer.layerMemory,
    MessagesLayer.layerMemory,
    MessagingEventsLayer.layerMemory
  ),
  layerSql: Layer.mergeAll(
    PrivateAnswersLayer.layerSql,
    ConversationsLayer.layerSql,
    MessagesLayer.layerSql,
    MessagingEventsLayer.layerSql
  )
}

twins("PrivateAnswers", services, dataset, (it) => {
  it.effect("INT-015: stores a question and its answer with their guest and Action, if any", () =>
    Effect.gen(function* () {
      yield* insert(answer("p1", 1, { guest: "g1", action: "a1" }))
      yield* insert(answer("p2", 1, { action: "a4", stored: { audienceKind: "team", teamId: 1 } }))
      yield* insert(answer("p3", 1))
      const [third, second, first] = yield* list(1)
      const base = {
        consultationId: null,
        askedAt: instant(1),
        answeredAt: instant(2),
        publishedId: null,
        publishedAt: null
      }
      assert.deepStrictEqual(first, {
        ...base,
        seq: first?.seq ?? 0,
        id: "p1",
        guestId: "g1",
        action: { id: "a1", audienceKind: "workspace", teamId: null },
        question: "Question p1",
        answer: "Answer p1",
        audienceKind: "workspace",
        teamId: null
      })
      assert.deepStrictEqual(
        [second?.guestId, second?.action, second?.audienceKind, second?.teamId],
        [null, { id: "a4", audienceKind: "team", teamId: 1 }, "team", 1]
      )
      assert.deepStrictEqual([third?.guestId, third?.action], [null, null])
      assert.deepStrictEqual(yield* find("p1"), Option.fromUndefinedOr(first))
    })
  )

  it.effect("INT-013: lists and finds private AI history only for the operator who asked, in its workspace", () =>
    Effect.gen(function* () {
      yield* insert(answer("mine", 2, { guest: "g1" }))
      yield* insert(answer("elsewhere", 2, { stored: { workspaceId: WorkspaceId.make(2) } }))
      const second = OperatorId.make(2)
      assert.deepStrictEqual(yield* xids(2), ["mine"])
      assert.deepStrictEqual(yield* xids(2, { workspaceId: WorkspaceId.make(2) }), ["elsewhere"])
      assert.isTrue(Option.isSome(yield* find("mine", { workspaceId, operatorId: second })))
      assert.deepStrictEqual(yield* find("mine", { workspaceId, operatorId: OperatorId.make(3) }), Option.none())
      assert.deepStrictEqual(
        yield* find("mine", { workspaceId: WorkspaceId.make(2), operatorId: second }),
        Option.none()
      )
      assert.deepStrictEqual(yield* find("MINE", { workspaceId, operatorId: second }), Option.none())
      assert.notInclude(yield* xids(3), "mine")
    })
  )

  it.effect("INT-013: lists newest first, in pages without gaps or duplicates", () =>
    Effect.gen(function* () {
      for (const number of [1, 2, 3, 4, 5]) yield* insert(answer(`walk${number}`, 4))
      assert.deepStrictEqual(yield* xids(4), ["walk5", "walk4", "walk3", "walk2", "walk1"])
      const [, second] = yield* list(4, { limit: 2 })
      assert.deepStrictEqual(yield* xids(4, { limit: 2 }), ["walk5", "walk4"])
      assert.deepStrictEqual(yield* xids(4, { limit: 2, before: second?.seq }), ["walk3", "walk2"])
      assert.deepStrictEqual(yield* xids(4, { before: 1 }), [])
    })
  )

  it.effect("INT-044: lists the turns of one consultation, or all turns and questions", () =>
    Effect.gen(function* () {
      yield* insert(answer("turn1", 5, { consultationId: 77, guest: "g1" }))
      yield* insert(answer("question", 5))
      yield* insert(answer("turn2", 5, { consultationId: 77, guest: "g2", action: "a1" }))
      yield* insert(answer("other", 5, { consultationId: 78 }))
      assert.deepStrictEqual(yield* xids(5, { consultationId: 77 }), ["turn2", "turn1"])
      assert.deepStrictEqual(yield* xids(5, { consultationId: 78 }), ["other"])
      assert.deepStrictEqual(yield* xids(5, { consultationId: 79 }), [])
      const all = yield* list(5)
      assert.deepStrictEqual(
        all.map(({ action, consultationId, guestId, id }) => [id, consultationId, guestId, action?.id]),
        [
          ["other", 78, null, undefined],
          ["turn2", 77, "g2", "a1"],
          ["question", null, null, undefined],
          ["turn1", 77, "g1", undefined]
        ]
      )
    })
  )

  it.effect("INT-015, INT-009: publishes an answer at the end of the guest's thread, without a delivery", () =>
    Effect.gen(function* () {
      yield* insert(answer("pub", 6, { guest: "g1", action: "a1" }))
      const before = yield* thread("g1")
      const { head } = yield* feed
      yield* atomically(publish("pub", 6))
      const [newest, ...others] = yield* thread("g1")
      assert.deepStrictEqual(others, before)
      assert.deepStrictEqual(newest, {
        seq: (before[0]?.seq ?? 0) + 1,
        audienceKind: "workspace",
        teamId: null,
        isSensitive: false,
        isDeleted: false,
        sourceDerived: false,
        aiPrivate: false,
        id: "message-of-pub",
        direction: "outbound",
        channel: "app",
        authorKind: "assistant",
        authorName: "Assistant",
        body: "Answer pub",
        teamXid: null,
        replyTo: null,
        action: { id: "a1", audienceKind: "workspace", teamId: null },
        deliveryStatus: null,
        createdAt: instant(30),
        editedAt: null
      })
      const after = yield* feed
      assert.strictEqual(after.head, head + 1)
      assert.deepStrictEqual(after.scanned.at(-1), {
        sequence: head + 1,
        id: "event-of-pub",
        kind: "message.created",
        guestId: "g1",
        actorKind: "operator",
        actorId: "operator-6",
        resourceVersion: null,
        occurredAt: instant(30),
        message: {
          id: "message-of-pub",
          audienceKind: "workspace",
          teamId: null,
          isSensitive: false,
          isDeleted: false,
          sourceDerived: false,
          aiPrivate: false
        },
        action: null
      })
      assert.strictEqual((yield* activity)["g1"], instant(30))
      yield* insert(answer("earlier", 6, { guest: "g1" }))
      yield* atomically(publish("earlier", 6, { occurredAt: minute(29) }))
      assert.strictEqual((yield* activity)["g1"], instant(30))
      const [, published] = yield* list(6)
      assert.deepStrictEqual([published?.publishedId, published?.publishedAt], ["message-of-pub", instant(30)])
    })
  )

  it.effect("INT-015: publishes once; a second attempt fails with AlreadyPublished and changes nothing", () =>
    Effect.gen(function* () {
      yield* insert(answer("once", 6, { guest: "g1" }))
      yield* atomically(publish("once", 6))
      const { head } = yield* feed
      const messages = yield* thread("g1")
      const again = atomically(publish("once", 6, { messageXid: "again", eventXid: "again" }))
      assert.deepStrictEqual(yield* Effect.flip(again), new AlreadyPublished())
      assert.strictEqual((yield* feed).head, head)
      assert.deepStrictEqual(yield* thread("g1"), messages)
      yield* insert(answer("next", 6, { guest: "g1" }))
      yield* atomically(publish("next", 6))
      assert.strictEqual((yield* thread("g1"))[0]?.seq, (messages[0]?.seq ?? 0) + 1)
    })
  )

  it.effect("INT-015: publishes no answer of another operator, and none without a guest", () =>
    Effect.gen(function* () {
      yield* insert(answer("guarded", 6, { guest: "g1" }))
      const [{ seq } = { seq: 0 }] = yield* list(6)
      const stolen = { ...owner, operatorId: OperatorId.make(3), seq }
      const { head } = yield* feed
      yield* Effect.flip(
        atomically(
          PrivateAnswers.use((all) =>
            all.insertPublication({
              ...stolen,
              audienceKind: "workspace",
              teamId: null,
              messageXid: "stolen",
              authorName: "Assistant",
              eventXid: "stolen",
              actorId: "operator-3",
              occurredAt: minute(30)
            })
          )
        )
      )
      yield* insert(answer("nobody", 6, { action: "a5" }))
      yield* Effect.flip(atomically(publish("nobody", 6)))
      assert.strictEqual((yield* feed).head, head)
    })
  )

  it.effect("INT-015: publishes into an empty thread, with the requested audience", () =>
    Effect.gen(function* () {
      yield* insert(answer("first", 6, { guest: "g-quiet" }))
      yield* atomically(publish("first", 6, { audienceKind: "team", teamId: 1 }))
      const messages = yield* thread("g-quiet")
      assert.deepStrictEqual(
        messages.map(({ audienceKind, seq, teamXid }) => [seq, audienceKind, teamXid]),
        [[1, "team", "team-night"]]
      )
      assert.strictEqual((yield* activity)["g-quiet"], instant(30))
    })
  )

  it.effect("INT-015: a publication is rolled back with its transaction", () =>
    Effect.gen(function* () {
      yield* insert(answer("undone", 6, { guest: "g1" }))
      const { head } = yield* feed
      const messages = yield* thread("g1")
      yield* Effect.flip(atomically(Effect.andThen(publish("undone", 6), Effect.fail("later step failed"))))
      assert.strictEqual((yield* feed).head, head)
      assert.deepStrictEqual(yield* thread("g1"), messages)
      yield* atomically(publish("undone", 6))
    })
  )
})
