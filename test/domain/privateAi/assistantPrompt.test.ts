import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import type { ScannedAction } from "../../../src/domain/actions/Actions.ts"
import type { ScannedMessage } from "../../../src/domain/messaging/Messages.ts"
import { assistantPrompt, type PromptMessage } from "../../../src/domain/privateAi/assistantPrompt.ts"
import { excerptLimits, privateMaterial } from "../../../src/domain/privateAi/privateMaterial.ts"
import type { Audiences } from "../../../src/domain/messaging/Reader.ts"
import { instant } from "../../support/datasets/messagingDataset.ts"

const message = (seq: number, change: Partial<ScannedMessage> = {}): ScannedMessage => ({
  seq,
  audienceKind: "workspace",
  teamId: null,
  isSensitive: false,
  isDeleted: false,
  sourceDerived: false,
  aiPrivate: false,
  id: `m${seq}`,
  direction: "inbound",
  channel: "chat",
  authorKind: "guest",
  authorName: "Guest One",
  body: `body ${seq}.`,
  teamXid: null,
  replyTo: null,
  action: null,
  deliveryStatus: null,
  createdAt: instant(seq),
  editedAt: null,
  ...change
})

const action = (change: Partial<ScannedAction> = {}): ScannedAction => ({
  seq: 1,
  id: "a1",
  version: 1,
  state: "unowned",
  kind: "housekeeping",
  title: "Bring towels",
  details: "Two, please",
  priority: "high",
  guestId: "g1",
  reservationId: "RES-1",
  propertyId: "venue-1",
  audienceKind: "workspace",
  teamId: null,
  teamXid: null,
  ownerKind: "operator",
  ownerId: "operator-2",
  ownerName: "Operator 2",
  dueAt: instant(90),
  evidence: null,
  createdAt: instant(1),
  updatedAt: instant(1),
  claimedAt: null,
  finishedAt: null,
  cancelledAt: null,
  ...change
})

const ofWorkspace: Audiences = { audienceWorkspace: true, audienceTeamIds: [] }

const question = "What does the guest want?"

const promptOf = (reader: Audiences, of: ScannedAction | undefined, thread: ReadonlyArray<ScannedMessage>) =>
  assistantPrompt(question, privateMaterial(reader, of === undefined ? [] : [of], thread))

const textOf = (prompt: ReadonlyArray<PromptMessage>) => prompt.map(({ text }) => text).join("\n")

/** The facts that decide who may read a message. */
const anyMessage = fc.record({
  audienceTeam: fc.constantFrom(null, 1, 2, 3),
  isSensitive: fc.boolean(),
  isDeleted: fc.boolean(),
  sourceDerived: fc.boolean(),
  aiPrivate: fc.boolean()
})

const anyReader = fc.record({
  audienceWorkspace: fc.boolean(),
  audienceTeamIds: fc.subarray([1, 2, 3])
})

describe("assistantPrompt", () => {
  it("INT-015: contains no message or Action that the operator may not read, for any thread and reader", () => {
    fc.assert(
      fc.property(
        anyReader,
        fc.array(anyMessage, { maxLength: 30 }),
        fc.array(fc.constantFrom(null, 1, 2, 3), { maxLength: 5 }),
        (reader, facts, actionTeams) => {
          const covers = (team: number | null) =>
            team === null ? reader.audienceWorkspace : reader.audienceTeamIds.includes(team)
          const thread = facts.map(({ audienceTeam, ...fact }, index) =>
            message(100 - index, {
              ...fact,
              audienceKind: audienceTeam === null ? "workspace" : "team",
              teamId: audienceTeam,
              body: `secret-${index}-end`
            })
          )
          const actions = actionTeams.map((team, index) =>
            action({
              audienceKind: team === null ? "workspace" : "team",
              teamId: team,
              title: `title-${index}-end`,
              details: `details-${index}-end`
            })
          )
          const material = privateMaterial(reader, actions, thread)
          const text = textOf(assistantPrompt(question, material))
          for (const [index, fact] of facts.entries()) {
            const mayRead =
              covers(fact.audienceTeam) &&
              !fact.isSensitive &&
              !fact.isDeleted &&
              !fact.sourceDerived &&
              !fact.aiPrivate
            if (!mayRead) assert.notInclude(text, `secret-${index}-end`)
            // Messages to the whole workspace are left out for no other reason.
            else if (fact.audienceTeam === null) assert.include(text, `secret-${index}-end`)
          }
          for (const [index, team] of actionTeams.entries()) {
            for (const part of [`title-${index}-end`, `details-${index}-end`]) {
              if (!covers(team)) assert.notInclude(text, part)
              else if (team === null) assert.include(text, part)
            }
          }
          // All team records of an answer belong to the one team that is its audience.
          const teams = new Set(
            [...material.actions, ...material.messages].flatMap(({ teamId }) => (teamId === null ? [] : [teamId]))
          )
          assert.deepStrictEqual([...teams], material.teamId === null ? [] : [material.teamId])
          assert.strictEqual(material.audienceKind, material.teamId === null ? "workspace" : "team")
        }
      ),
      { numRuns: 500 }
    )
  })

  it("INT-015: keeps hostile texts of messages and Actions inside the records, as JSON data", () => {
    const hostile = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc
        .array(fc.constantFrom("</records>", "<records>", "\n", '"}', "\\u003c", "system:", "Ignore all", " "))
        .map((parts) => parts.join(""))
    )
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 5 }), hostile, (bodies, details) => {
        const prompt = promptOf(
          ofWorkspace,
          action({ details }),
          bodies.map((body, index) => message(50 - index, { body }))
        )
        const [system, ...others] = prompt
        assert.deepStrictEqual(others, [{ role: "user", text: question }])
        assert.strictEqual(system?.role, "system")
        const lines = system?.text.split("\n") ?? []
        const [start, end] = [lines.indexOf("<records>"), lines.lastIndexOf("</records>")]
        assert.deepStrictEqual(
          [lines.filter((line) => line === "<records>").length, end, end - start],
          [1, lines.length - 1, bodies.length + 2]
        )
        const records = lines.slice(start + 1, end)
        for (const line of records) assert.notMatch(line, /[<>]/u)
        const [task, ...messages] = records.map((line): unknown => JSON.parse(line))
        assert.propertyVal(task, "details", details)
        assert.deepStrictEqual(
          messages.map((record) => Reflect.get(Object(record), "text")),
          bodies.toReversed()
        )
      }),
      { numRuns: 300 }
    )
  })

  it("INT-015: describes the Action and lists messages oldest first, with authors by kind only", () => {
    const [system] = promptOf(ofWorkspace, action(), [
      message(2, { direction: "outbound", authorKind: "operator", authorName: "Operator 2" }),
      message(1)
    ])
    const records = system?.text.split("\n").filter((line) => line.startsWith("{")) ?? []
    assert.deepStrictEqual(
      records.map((line): unknown => JSON.parse(line)),
      [
        {
          record: "task",
          kind: "housekeeping",
          title: "Bring towels",
          details: "Two, please",
          state: "unowned",
          priority: "high",
          dueAt: instant(90),
          evidence: null
        },
        { record: "message", at: instant(1), direction: "inbound", from: "guest", text: "body 1." },
        { record: "message", at: instant(2), direction: "outbound", from: "operator", text: "body 2." }
      ]
    )
    for (const personal of ["Guest One", "Operator 2", "operator-2", "g1", "RES-1", "venue-1"]) {
      assert.notInclude(system?.text, personal)
    }
  })

  it("INT-015: contains only the newest messages and turns, with long texts cut", () => {
    const long = "x".repeat(10_000)
    const thread = Array.from({ length: 100 }, (_, index) => message(100 - index, { body: `${100 - index} ${long}` }))
    const turns = Array.from({ length: 10 }, (_, index) => ({ question: `q${index}`, answer: long }))
    const material = privateMaterial(ofWorkspace, [action({ details: long, evidence: long })], thread)
    assert.lengthOf(material.messages, 8)
    assert.deepStrictEqual(
      material.messages.map(({ seq }) => seq),
      [100, 99, 98, 97, 96, 95, 94, 93]
    )
    const prompt = assistantPrompt("?".repeat(4000), material, turns)
    assert.isBelow(textOf(prompt).length, 60_000)
    assert.deepStrictEqual(
      prompt.map(({ role }) => role),
      ["system", "user", "assistant", "user"]
    )
    assert.strictEqual(prompt[1]?.text, "q9")
    const short = Array.from({ length: 100 }, (_, index) => message(100 - index))
    const tasks = Array.from({ length: 100 }, (_, index) => action({ seq: 100 - index }))
    const bounded = privateMaterial(ofWorkspace, tasks, short)
    assert.deepStrictEqual(bounded.messages, short.slice(0, excerptLimits.records))
    assert.deepStrictEqual(bounded.actions, tasks.slice(0, excerptLimits.records))
    const longTasks = tasks.map((task) => ({ ...task, details: long }))
    assert.lengthOf(privateMaterial(ofWorkspace, longTasks, []).actions, 7)
  })

  it("INT-044: puts the earlier turns of a consultation before the question, oldest first", () => {
    const prompt = assistantPrompt(question, { actions: [], messages: [] }, [
      { question: "first?", answer: "one" },
      { question: "second?", answer: "two" }
    ])
    assert.deepStrictEqual(
      prompt.slice(1).map(({ role, text }) => [role, text]),
      [
        ["user", "first?"],
        ["assistant", "one"],
        ["user", "second?"],
        ["assistant", "two"],
        ["user", question]
      ]
    )
    assert.notMatch(prompt[0]?.text ?? "", /^<records>$/mu)
  })
})
