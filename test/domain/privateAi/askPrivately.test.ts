import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, TxHashMap } from "effect"
import { ActionMissing } from "../../../src/domain/actions/ActionErrors.ts"
import { GuestMissing } from "../../../src/domain/messaging/MessagingErrors.ts"
import { WorkspaceId } from "../../../src/domain/messaging/Workspace.ts"
import { askPrivately, prepareAnswer, type PrivateQuestion } from "../../../src/domain/privateAi/askPrivately.ts"
import { AssistantUnavailable } from "../../../src/domain/privateAi/PrivateAiErrors.ts"
import { atomically } from "../../../src/domain/shared/atomically.ts"
import { Memory } from "../../../src/layers/memory/Memory.ts"
import { action, message } from "../../support/datasets/messagingDataset.ts"
import { asOperator, layer, makeAssistant, privateAiDataset, reader, rowCounts } from "../../support/privateAi.ts"

const question = "What is needed?"

const ask = (of: Omit<PrivateQuestion, "question">, operator = 1, audienceTeamIds: ReadonlyArray<number> = []) =>
  Effect.flatMap(prepareAnswer(reader(operator, { audienceTeamIds }), { question, ...of }), (prepared) =>
    atomically(askPrivately(prepared))
  ).pipe(asOperator(operator))

const dataset = {
  ...privateAiDataset,
  teams: [...privateAiDataset.teams, { id: 2, workspaceId: WorkspaceId.make(1), xid: "team-day", name: "Day" }],
  actions: [
    ...privateAiDataset.actions,
    action(8, 1, 8, { guestId: 4, audienceKind: "team", teamId: 1, title: "For the night" }),
    action(9, 1, 9, { guestId: 5 }),
    action(10, 1, 10, { state: "finished", audienceKind: "team", teamId: 2 })
  ],
  messages: [
    ...privateAiDataset.messages,
    message(20, 4, 1, { body: "Text of g2" }),
    message(21, 4, 2, { body: "Text to the night", audienceKind: "team", teamId: 1 })
  ]
}

/** Every test starts from the same rows, and an assistant of its own. */
const fresh = <A, E, R>(test: (assistant: ReturnType<typeof makeAssistant>) => Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const assistant = makeAssistant()
    return test(assistant).pipe(Effect.provide(assistant.layer))
  }).pipe(Effect.provide(layer(dataset)))

const stored = Effect.flatMap(Memory, ({ privateAiMessages }) => TxHashMap.values(privateAiMessages))

describe("askPrivately", () => {
  it.effect("INT-015: stores question and answer for the operator who asked, and returns them", () =>
    fresh(({ prompts }) =>
      Effect.gen(function* () {
        const before = yield* rowCounts
        const answer = yield* ask({ guestId: "g1" })
        const { askedAt, id, ...rest } = answer
        assert.deepStrictEqual(rest, {
          kind: "question",
          guestId: "g1",
          actionId: null,
          question,
          answer: "Answer 1",
          answeredAt: askedAt,
          published: null
        })
        assert.match(id, /^[0-9a-f-]{36}$/)
        assert.lengthOf(prompts, 1)
        const [row] = yield* stored
        assert.deepStrictEqual(
          [row?.xid, row?.operatorId, row?.workspaceId, row?.question, row?.answer, row?.model],
          [id, 1, 1, question, "Answer 1", "model-1"]
        )
        assert.deepStrictEqual([row?.audienceKind, row?.teamId], ["workspace", null])
        assert.strictEqual(row && DateTime.formatIso(row.askedAt), askedAt)
        // Nothing reaches the guest or colleagues: no message, no event, no delivery; only an audit entry.
        assert.deepStrictEqual(yield* rowCounts, {
          ...before,
          privateAiThreads: 1,
          privateAiMessages: 1,
          auditLog: (before["auditLog"] ?? 0) + 1
        })
      })
    )
  )

  it.effect("INT-015: the audit entry names the guest and Action, without question or answer", () =>
    fresh(() =>
      Effect.gen(function* () {
        const { id } = yield* ask({ actionId: "a1" })
        const memory = yield* Memory
        const [entry, ...others] = yield* TxHashMap.values(memory.auditLog)
        assert.deepStrictEqual(others, [])
        assert.deepStrictEqual(
          [entry?.action, entry?.subject, entry?.before, entry?.after, entry?.organizationId],
          ["private_ai.asked", `private_answer:${id}`, null, { guestId: "g1", actionId: "a1" }, 1]
        )
      })
    )
  )

  it.effect("INT-015: an Action implies its guest; a guest named as well must be the same", () =>
    fresh(({ prompts }) =>
      Effect.gen(function* () {
        const answer = yield* ask({ actionId: "a2" })
        assert.deepStrictEqual([answer.guestId, answer.actionId], ["g2", "a2"])
        const text = prompts[0]?.[0]?.text ?? ""
        assert.include(text, "Action 2")
        assert.include(text, "Text of g2")
        assert.notInclude(text, "Text to the night")
        assert.deepStrictEqual((yield* ask({ actionId: "a2", guestId: "g2" })).guestId, "g2")
        assert.deepStrictEqual(yield* Effect.flip(ask({ actionId: "a2", guestId: "g1" })), new ActionMissing())
        assert.deepStrictEqual(yield* Effect.flip(ask({ actionId: "a5", guestId: "g1" })), new ActionMissing())
        const without = yield* ask({ actionId: "a5" })
        assert.deepStrictEqual([without.guestId, without.actionId], [null, "a5"])
        const general = yield* ask({})
        assert.deepStrictEqual([general.guestId, general.actionId], [null, null])
      })
    )
  )

  it.effect(
    "INT-010, INT-015: a question that names nothing is about the open Actions that the operator may read",
    () =>
      fresh(({ prompts }) =>
        Effect.gen(function* () {
          const titles = () =>
            (prompts.at(-1)?.[0]?.text ?? "")
              .split("\n")
              .flatMap((line) => line.match(/"title":"(?<title>[^"]*)"/u)?.groups?.["title"] ?? [])
          yield* ask({})
          assert.deepStrictEqual(titles(), ["Action 9", "Action 5", "Action 2", "Action 1"])
          yield* ask({}, 2, [1])
          assert.deepStrictEqual(titles(), [
            "Action 9",
            "For the night",
            "Action 5",
            "Action 4",
            "Action 2",
            "Action 1"
          ])
          yield* ask({ guestId: "g1" })
          assert.deepStrictEqual(titles(), [])
          const rows = (yield* stored).toSorted((a, b) => a.id - b.id)
          assert.deepStrictEqual(
            rows.map(({ audienceKind, teamId }) => [audienceKind, teamId]),
            [
              ["workspace", null],
              ["team", 1],
              ["workspace", null]
            ]
          )
        })
      )
  )

  it.effect(
    "INT-008, INT-010: a guest or Action outside scope or audience is missing, and the assistant is not called",
    () =>
      fresh(({ prompts }) =>
        Effect.gen(function* () {
          const before = yield* rowCounts
          for (const actionId of ["a4", "a8", "a6", "a7", "unknown"]) {
            assert.deepStrictEqual(yield* Effect.flip(ask({ actionId })), new ActionMissing(), actionId)
          }
          for (const guestId of ["g-quiet", "g-foreign", "unknown"]) {
            assert.deepStrictEqual(yield* Effect.flip(ask({ guestId })), new GuestMissing(), guestId)
          }
          assert.lengthOf(prompts, 0)
          assert.deepStrictEqual(yield* rowCounts, before)
        })
      )
  )

  it.effect("INT-010: an answer from a team's Action or messages has that team as its audience", () =>
    fresh(() =>
      Effect.gen(function* () {
        yield* ask({ actionId: "a8" }, 2, [1])
        yield* ask({ guestId: "g2" }, 2, [1])
        yield* ask({ guestId: "g1" }, 2, [1])
        const rows = (yield* stored).toSorted((a, b) => a.id - b.id)
        assert.deepStrictEqual(
          rows.map(({ audienceKind, teamId }) => [audienceKind, teamId]),
          [
            ["team", 1],
            ["team", 1],
            ["workspace", null]
          ]
        )
      })
    )
  )

  it.effect("HUB-038, A-158: sensitive, deleted, source-derived and private messages are kept from the assistant", () =>
    fresh(({ prompts }) =>
      Effect.gen(function* () {
        yield* ask({ guestId: "g1" }, 1, [1])
        const text = prompts[0]?.[0]?.text
        for (const readable of ["Text 1", "Text 2"]) assert.include(text, readable)
        for (const hidden of ["Text 3", "Text 4", "Text 5", "Text 6"]) assert.notInclude(text, hidden)
      })
    )
  )

  it.effect("INT-015: while the assistant is unavailable nothing is stored", () =>
    fresh(({ prompts, state }) =>
      Effect.gen(function* () {
        const before = yield* rowCounts
        state.isAway = true
        assert.deepStrictEqual(yield* Effect.flip(ask({ guestId: "g1" })), new AssistantUnavailable())
        assert.deepStrictEqual(yield* Effect.flip(ask({ guestId: "unknown" })), new GuestMissing())
        assert.deepStrictEqual([prompts.length, yield* rowCounts], [0, before])
      })
    )
  )

  it.effect("INT-044: a turn's prompt has the earlier turns of its consultation that the operator may still read", () =>
    fresh(({ prompts }) =>
      Effect.gen(function* () {
        const first = yield* ask({ consultationId: 7, guestId: "g1" }, 3, [1])
        assert.strictEqual(first.kind, "consultation")
        yield* ask({ consultationId: 7, guestId: "g2" }, 3, [1])
        yield* ask({}, 3, [1])
        yield* ask({ consultationId: 7 }, 3)
        yield* ask({ consultationId: 8 }, 3)
        const earlier = prompts.map((prompt) =>
          prompt.filter(({ role }) => role === "assistant").map(({ text }) => text)
        )
        assert.deepStrictEqual(earlier, [[], ["Answer 1"], [], ["Answer 1"], []])
      })
    )
  )

  it.effect("INT-010, A-158: an answer that continues a turn of a team has that team as its audience", () =>
    fresh(({ prompts }) =>
      Effect.gen(function* () {
        yield* ask({ consultationId: 7, guestId: "g1" }, 3, [1, 2])
        yield* ask({ consultationId: 7, guestId: "g2" }, 3, [1, 2])
        yield* ask({ consultationId: 7, guestId: "g1" }, 3, [1, 2])
        yield* ask({ consultationId: 7, actionId: "a10" }, 3, [1, 2])
        yield* ask({ consultationId: 7, guestId: "g1" }, 3)
        const earlier = prompts.map((prompt) =>
          prompt.filter(({ role }) => role === "assistant").map(({ text }) => text)
        )
        assert.deepStrictEqual(earlier, [[], ["Answer 1"], ["Answer 1", "Answer 2"], ["Answer 1"], ["Answer 1"]])
        const rows = (yield* stored).toSorted((a, b) => a.id - b.id)
        assert.deepStrictEqual(
          rows.map(({ audienceKind, teamId }) => [audienceKind, teamId]),
          [
            ["workspace", null],
            ["team", 1],
            ["team", 1],
            ["team", 2],
            ["workspace", null]
          ]
        )
      })
    )
  )
})
