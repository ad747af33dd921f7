import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, TxHashMap } from "effect"
import { askPrivately, prepareAnswer, type PrivateQuestion } from "../../../src/domain/privateAi/askPrivately.ts"
import {
  AlreadyPublished,
  AskedAboutNoGuest,
  PrivateAnswerMissing
} from "../../../src/domain/privateAi/PrivateAiErrors.ts"
import type { Reader } from "../../../src/domain/messaging/Reader.ts"
import { publishAiAnswer } from "../../../src/domain/privateAi/publishAiAnswer.ts"
import { WorkspaceId } from "../../../src/domain/messaging/Workspace.ts"
import { atomically } from "../../../src/domain/shared/atomically.ts"
import { Memory } from "../../../src/layers/memory/Memory.ts"
import { action } from "../../support/datasets/messagingDataset.ts"
import { asOperator, layer, makeAssistant, privateAiDataset, reader, rowCounts } from "../../support/privateAi.ts"

const night = reader(1, { audienceTeamIds: [1] })

const ask = (of: Omit<PrivateQuestion, "question">, by = reader(1)) =>
  Effect.flatMap(prepareAnswer(by, { question: "What is needed?", ...of }), (prepared) =>
    atomically(askPrivately(prepared))
  ).pipe(asOperator(1))

const publish = (id: string, by: Reader = reader(1), operator = 1) =>
  atomically(publishAiAnswer(by, id)).pipe(asOperator(operator))

const dataset = {
  ...privateAiDataset,
  actions: [
    ...privateAiDataset.actions,
    action(8, 1, 8, { guestId: 4, audienceKind: "team", teamId: 1 }),
    action(9, 1, 9, { guestId: 1 })
  ]
}

const fresh = <A, E, R>(test: Effect.Effect<A, E, R>) =>
  test.pipe(Effect.provide([makeAssistant().layer, layer(dataset)]))

/** Messages that publish a private answer. */
const published = Effect.flatMap(Memory, ({ messages }) =>
  Effect.map(TxHashMap.values(messages), (rows) => rows.filter(({ privateMessageId }) => privateMessageId !== null))
)

describe("publishAiAnswer", () => {
  it.effect("INT-009, INT-015: puts the answer into the guest's thread, from the assistant, and delivers nothing", () =>
    fresh(
      Effect.gen(function* () {
        const { id, ...rest } = yield* ask({ actionId: "a1" })
        const before = yield* rowCounts
        const answer = yield* publish(id)
        const [message, ...others] = yield* published
        assert.deepStrictEqual(others, [])
        assert.deepStrictEqual(answer, {
          id,
          ...rest,
          published: { messageId: message?.xid ?? "", publishedAt: answer.published?.publishedAt ?? "" }
        })
        assert.deepStrictEqual(
          [message?.conversationId, message?.direction, message?.authorKind, message?.body, message?.actionXid],
          [1, "outbound", "assistant", "Answer 1", "a1"]
        )
        assert.deepStrictEqual([message?.deliveryStatus, message?.channel, message?.aiPrivate], [null, "app", false])
        // One message, one event, one audit entry; nothing to deliver.
        assert.deepStrictEqual(yield* rowCounts, {
          ...before,
          messages: (before["messages"] ?? 0) + 1,
          messagingEvents: (before["messagingEvents"] ?? 0) + 1,
          auditLog: (before["auditLog"] ?? 0) + 1
        })
        const memory = yield* Memory
        const entry = (yield* TxHashMap.values(memory.auditLog)).find(({ action }) => action === "private_ai.published")
        assert.deepStrictEqual(
          [entry?.subject, entry?.before, entry?.after],
          [`private_answer:${id}`, null, { messageId: message?.xid ?? "", guestId: "g1" }]
        )
      })
    )
  )

  it.effect("INT-015: publishes an answer once; publishing it again is AlreadyPublished", () =>
    fresh(
      Effect.gen(function* () {
        const { id } = yield* ask({ guestId: "g1" })
        yield* publish(id)
        const counts = yield* rowCounts
        assert.deepStrictEqual(yield* Effect.flip(publish(id)), new AlreadyPublished())
        assert.deepStrictEqual(yield* rowCounts, counts)
      })
    )
  )

  it.effect("INT-015: another operator's, another workspace's and an unknown answer are missing alike", () =>
    fresh(
      Effect.gen(function* () {
        const { id } = yield* ask({ guestId: "g1" })
        const counts = yield* rowCounts
        const elsewhere = reader(1, { workspace: { id: WorkspaceId.make(2), xid: "ws-2" } })
        for (const [by, of, operator] of [
          [reader(2), id, 2],
          [elsewhere, id, 1],
          [reader(1), "unknown", 1],
          [reader(1), id.toUpperCase(), 1]
        ] as const) {
          assert.deepStrictEqual(yield* Effect.flip(publish(of, by, operator)), new PrivateAnswerMissing())
        }
        assert.deepStrictEqual(yield* rowCounts, counts)
        yield* publish(id)
      })
    )
  )

  it.effect("INT-015: publishing an answer without a guest is AskedAboutNoGuest and adds no message", () =>
    fresh(
      Effect.gen(function* () {
        const publications = yield* Effect.forEach([{}, { actionId: "a5" }], (of) =>
          Effect.gen(function* () {
            const { id } = yield* ask(of)
            assert.deepStrictEqual(yield* Effect.flip(publish(id)), new AskedAboutNoGuest())
            return yield* published
          })
        )
        assert.deepStrictEqual(publications.flat(), [])
      })
    )
  )

  it.effect("INT-010, A-158: is addressed to the answer's team, and missing for a reader without that team", () =>
    fresh(
      Effect.gen(function* () {
        const first = yield* ask({ actionId: "a8" }, night)
        const second = yield* ask({ actionId: "a8" }, night)
        yield* publish(first.id, night)
        assert.deepStrictEqual(
          (yield* published).map(({ audienceKind, seq, teamId }) => [seq, audienceKind, teamId]),
          [[1, "team", 1]]
        )
        assert.deepStrictEqual(yield* Effect.flip(publish(second.id)), new PrivateAnswerMissing())
      })
    )
  )

  it.effect("INT-010, A-158: takes the audience of its Action, which moved to a team meanwhile", () =>
    fresh(
      Effect.gen(function* () {
        const first = yield* ask({ actionId: "a9" })
        const { actions } = yield* Memory
        const row = Option.getOrThrow(yield* TxHashMap.get(actions, "9"))
        yield* TxHashMap.set(actions, "9", { ...row, audienceKind: "team" as const, teamId: 1 })
        assert.deepStrictEqual(yield* Effect.flip(publish(first.id)), new PrivateAnswerMissing())
        yield* publish(first.id, night)
        assert.deepStrictEqual(
          (yield* published).map(({ audienceKind, teamId }) => [audienceKind, teamId]),
          [["team", 1]]
        )
      })
    )
  )
})
