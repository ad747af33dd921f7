import { assert, layer } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { operatorSubject } from "../../../src/demo/demoOperators.ts"
import { organizationXid } from "../../../src/demo/demoOrganizations.ts"
import { callTool, host, request, resultOf, statusAndCode, walk } from "../../support/assistant.ts"
import { actionId, layer as service, read } from "../../support/messaging.ts"
import * as Service from "../../support/http/service.ts"

const { at, each, keysOf, recordOf } = Service

const reading = [
  "get_workspace",
  "list_changes",
  "list_tasks",
  "get_task",
  "get_task_history",
  "list_conversations",
  "get_thread",
  "list_comments",
  "list_my_attention"
]
const writing = ["start_task", "cancel_task"]

/** Arguments with which each reading tool finds something. */
const examples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  get_workspace: {},
  list_changes: { after: 1 },
  list_tasks: { state: "unowned", guestId: demoIds.guests.g1 },
  get_task: { taskId: actionId("unowned1") },
  get_task_history: { taskId: actionId("unowned1") },
  list_conversations: {},
  get_thread: { guestId: demoIds.guests.g1 },
  list_comments: { subjectType: "action", subjectId: actionId("ownedByMain") },
  list_my_attention: {}
}

const start = { title: "A task", clientRequestId: "request-0001" }

const cancel = { taskId: actionId("unowned2"), expectedVersion: 1, clientRequestId: "request-0002" }

const toolsOf = (answer: Service.Answer) =>
  new Map(answer.each("result.tools").map((one) => [String(at(one, "name")), one]))

/** The ids of all records of one view that KH_all sees, newest first. */
const everythingOfHub = Effect.fnUntraced(function* (view: "actions" | "thread", guest?: string) {
  const found: Array<unknown> = []
  let before: string | undefined
  do {
    const query = { view, ...(guest === undefined ? {} : { guest }), ...(before === undefined ? {} : { before }) }
    const answer = yield* read("KH_all", query)
    assert.strictEqual(answer.status, 200, answer.text)
    found.push(...answer.each("items", "id"))
    const next = answer.at("nextCursor")
    before = typeof next === "string" ? next : undefined
  } while (before !== undefined)
  return found
})

layer(service({ environment: { HUB_LIMIT_ASSISTANT: "1000000" } }))("the tools of assistants", (it) => {
  it.effect("INT-033, INT-034: a token lists the tools that it may use, and no others", () =>
    Effect.gen(function* () {
      const readOnly = toolsOf(yield* request(yield* host("AT_read"), "tools/list"))
      assert.deepStrictEqual([...readOnly.keys()], reading)
      const all = toolsOf(yield* request(yield* host("AT_write"), "tools/list"))
      assert.deepStrictEqual([...all.keys()], [...reading, ...writing])
    })
  )

  it.effect("INT-033, INT-034: tools are described, their input is closed, and hints say what they do", () =>
    Effect.gen(function* () {
      const all = toolsOf(yield* request(yield* host("AT_write"), "tools/list"))
      for (const [name, declared] of all) {
        const isRead = reading.includes(name)
        assert.isAbove(String(at(declared, "description")).length, 40, name)
        assert.isString(at(declared, "title"), name)
        assert.deepStrictEqual(at(declared, "annotations"), {
          readOnlyHint: isRead,
          destructiveHint: name === "cancel_task",
          idempotentHint: true,
          openWorldHint: false
        })
        assert.strictEqual(at(declared, "inputSchema.type"), "object", name)
        assert.strictEqual(at(declared, "inputSchema.additionalProperties"), false, name)
        assert.includeMembers([...each(declared, "inputSchema.required")], ["organizationId", "scopeId"], name)
        for (const [field, schema] of Object.entries(recordOf(at(declared, "inputSchema.properties")))) {
          assert.isString(at(schema, "description"), `${name} ${field}`)
        }
        assert.strictEqual(at(declared, "outputSchema.type"), "object", name)
        assert.notInclude(JSON.stringify(declared), "$ref", name)
      }
    })
  )

  it.effect("INT-033: each tool's result fits its output schema, and its text repeats it", () =>
    Effect.gen(function* () {
      const headers = yield* host("AT_read")
      const ajv = new Ajv2020({ strict: false, validateFormats: false })
      for (const [name, declared] of toolsOf(yield* request(headers, "tools/list"))) {
        const answer = yield* callTool(headers, name, examples[name])
        assert.isUndefined(answer.at("result.isError"), answer.text)
        const content = answer.at("result.structuredContent")
        assert.isTrue(ajv.validate(recordOf(at(declared, "outputSchema")), content), `${name} ${ajv.errorsText()}`)
        assert.deepStrictEqual(JSON.parse(String(answer.at("result.content.0.text"))), content, name)
        // A page must fit into an assistant's context.
        assert.isBelow(answer.text.length, 30_000, name)
      }
    })
  )

  it.effect("INT-028: arguments that do not name the URL's organization and workspace read and change nothing", () =>
    Effect.gen(function* () {
      const headers = yield* host("AT_write")
      const { rows } = yield* Service.Service
      const before = yield* rows
      for (const [name, args] of Object.entries({
        ...examples,
        start_task: start,
        cancel_task: cancel
      })) {
        for (const other of [
          { organizationId: organizationXid("B") },
          { scopeId: "ws-b-main" },
          { scopeId: "ws-a-second" },
          { organizationId: undefined },
          { scopeId: undefined },
          { organizationId: "org_a" }
        ]) {
          const answer = yield* callTool(headers, name, { ...args, ...other })
          assert.strictEqual(answer.status, 200)
          assert.strictEqual(resultOf(answer), "invalid_parameter", `${name} ${JSON.stringify(other)}`)
          assert.isUndefined(answer.at("result.structuredContent"))
        }
      }
      assert.deepStrictEqual(yield* rows, before)
    })
  )

  it.effect("INT-033: an unknown or invalid argument is invalid_parameter and names its field", () =>
    Effect.gen(function* () {
      const headers = yield* host("AT_read")
      for (const [name, args, field] of [
        ["get_workspace", { more: 1 }, "more"],
        ["get_workspace", { ["__proto__"]: 1 }, "__proto__"],
        ["list_tasks", { limit: 5 }, "limit"],
        ["list_tasks", { state: "open" }, "state"],
        ["list_tasks", { owner: "you" }, "owner"],
        ["list_tasks", { before: "-x" }, "before"],
        ["get_task", {}, "taskId"],
        ["get_task", { taskId: 7 }, "taskId"],
        ["get_thread", { guestId: null }, "guestId"],
        ["list_changes", { after: -1 }, "after"],
        ["list_changes", { after: 1.5 }, "after"]
      ] as const) {
        const answer = yield* callTool(headers, name, args)
        assert.strictEqual(resultOf(answer), "invalid_parameter", `${name} ${field}`)
        const error: unknown = JSON.parse(String(answer.at("result.content.0.text")))
        assert.deepStrictEqual(each(error, "error.errors", "field"), [field], name)
      }
    })
  )

  it.effect("A-153: null counts as absent in reads too", () =>
    Effect.gen(function* () {
      const headers = yield* host("AT_read")
      const guestId = demoIds.guests.g1
      const plain = resultOf(yield* callTool(headers, "list_tasks", { guestId }))
      const withNull = yield* callTool(headers, "list_tasks", { guestId, state: null, owner: null, before: null })
      assert.isAbove(each(plain, "items", "id").length, 0)
      assert.deepStrictEqual(resultOf(withNull), plain)
    })
  )

  it.effect("INT-032: an unknown tool is error -32602, not a tool result", () =>
    Effect.gen(function* () {
      for (const name of ["drop_everything", "", "constructor"]) {
        const answer = yield* callTool(yield* host("AT_write"), name)
        assert.strictEqual(answer.at("error.code"), -32602, name)
      }
    })
  )

  it.effect("INT-027: a read-only token changes nothing and gets a 403 with the scopes that it needs", () =>
    Effect.gen(function* () {
      const headers = yield* host("AT_read")
      const { rows } = yield* Service.Service
      const before = yield* rows
      for (const [name, args] of [
        ["start_task", start],
        ["cancel_task", cancel]
      ] as const) {
        const answer = yield* callTool(headers, name, args)
        assert.deepStrictEqual(statusAndCode(answer), [403, "insufficient_scope"], name)
        assert.strictEqual(answer.at("id"), 7)
        assert.include(String(answer.headers.get("www-authenticate")), 'error="insufficient_scope"')
        assert.include(
          String(answer.headers.get("www-authenticate")),
          'scope="hub:collaboration:read hub:collaboration:write"'
        )
      }
      assert.deepStrictEqual(yield* rows, before)
      // Arguments are checked first.
      assert.strictEqual(resultOf(yield* callTool(headers, "start_task", {})), "invalid_parameter")
      assert.strictEqual((yield* callTool(headers, "get_workspace")).status, 200)
    })
  )

  it.effect("INT-033: get_workspace names the workspace, the operator and whether they may change anything", () =>
    Effect.gen(function* () {
      const facts = resultOf(yield* callTool(yield* host("AT_write"), "get_workspace"))
      assert.deepStrictEqual(
        [at(facts, "scopeId"), at(facts, "organizationId"), at(facts, "operator.id"), at(facts, "mayChange")],
        ["ws-a-main", organizationXid("A"), operatorSubject("manage"), true]
      )
      for (const headers of [yield* host("AT_read"), yield* host("AT_write", { subject: operatorSubject("read") })]) {
        assert.isFalse(at(resultOf(yield* callTool(headers, "get_workspace")), "mayChange"))
      }
    })
  )

  it.effect("INT-033: pages of 25 lead through every task once, as an integration of the workspace sees them", () =>
    Effect.gen(function* () {
      const { items, pages } = yield* walk(yield* host("AT_read"), "list_tasks")
      assert.deepStrictEqual(
        items.map((one) => at(one, "id")),
        yield* everythingOfHub("actions")
      )
      assert.isAbove(pages.length, 5)
      for (const page of pages) assert.isAtMost(page, 25)
      // The newest 120 tasks belong to a team: filtering them leaves empty pages in the walk.
      assert.include(pages, 0)
      assert.notInclude(keysOf(items[0]), "details")
    })
  )

  it.effect(
    "INT-010, INT-033: a task of a team is there for its members alone, in lists, by id and in its history",
    () =>
      Effect.gen(function* () {
        const member = yield* host("AT_read", { subject: operatorSubject("team") })
        const { items } = yield* walk(member, "list_tasks")
        const ofTeam = items.filter((one) => at(one, "audience.teamId") === "team-night")
        assert.isAtLeast(ofTeam.length, 120)
        const taskId = at(ofTeam[0], "id")
        assert.strictEqual(at(resultOf(yield* callTool(member, "get_task", { taskId })), "id"), taskId)
        const other = yield* host("AT_read")
        for (const name of ["get_task", "get_task_history"]) {
          for (const missing of [taskId, "unknown", actionId("unowned1").toUpperCase()]) {
            const answer = yield* callTool(other, name, { taskId: missing })
            assert.strictEqual(resultOf(answer), "not_found", `${name} ${String(missing)}`)
          }
        }
      })
  )

  it.effect("INT-033: the history of a task lists every move with its actor", () =>
    Effect.gen(function* () {
      const headers = yield* host("AT_read")
      const main = { kind: "integration", id: demoIds.integrations.main }
      const { items } = recordOf(
        resultOf(yield* callTool(headers, "get_task_history", { taskId: actionId("finished") }))
      )
      const [created, ...moves] = each({ items }, "items")
      assert.deepStrictEqual(
        ["type", "fromState", "toState", "version"].map((field) => at(created, field)),
        ["create_action", null, "unowned", 1]
      )
      assert.deepStrictEqual(
        moves.map((move) => ["type", "toState", "actor", "version", "evidence"].map((field) => at(move, field))),
        [
          ["claim", "owned", main, 2, null],
          ["finish", "finished", main, 3, "Towels handed over at the door"]
        ]
      )
      const taskId = actionId("releasedBySystem")
      const released = each(resultOf(yield* callTool(headers, "get_task_history", { taskId })), "items").at(-1)
      assert.deepStrictEqual(at(released, "actor"), { kind: "system", id: null }, "as in the feed")
    })
  )

  it.effect(
    "INT-033, HUB-038: threads leave out what is sensitive, deleted, derived or private, whoever the operator is",
    () =>
      Effect.gen(function* () {
        const guestId = demoIds.guests.g1
        const { items, text } = yield* walk(yield* host("AT_read"), "get_thread", { guestId })
        assert.deepStrictEqual(
          items.map((one) => at(one, "id")),
          yield* everythingOfHub("thread", guestId)
        )
        const member = yield* walk(yield* host("AT_read", { subject: operatorSubject("team") }), "get_thread", {
          guestId
        })
        assert.isAtLeast(member.items.length, items.length)
        const changes = yield* callTool(yield* host("AT_read"), "list_changes", { after: 0 })
        for (const answerText of [text, member.text, changes.text])
          assert.notMatch(answerText, /EXCLUDED (?:sensitive|deleted|source|ai)/)
        assert.notInclude(keysOf(items[0]), "isSensitive")
      })
  )

  it.effect("INT-033: lists conversations; an unknown guest is not_found as a thread and has no tasks", () =>
    Effect.gen(function* () {
      const headers = yield* host("AT_read")
      assert.strictEqual(resultOf(yield* callTool(headers, "get_thread", { guestId: "unknown" })), "not_found")
      const { items } = yield* walk(headers, "list_conversations")
      assert.include(
        items.map((one) => at(one, "guestId")),
        demoIds.guests.g1
      )
      assert.deepStrictEqual(resultOf(yield* callTool(headers, "list_tasks", { guestId: "unknown" })), {
        items: [],
        nextCursor: null
      })
    })
  )

  it.effect("INT-033: changes are those that an integration of the workspace sees, continued from nextAfter", () =>
    Effect.gen(function* () {
      const headers = yield* host("AT_read")
      const found: Array<unknown> = []
      let after = 0
      let hasMore = true
      while (hasMore) {
        const page = resultOf(yield* callTool(headers, "list_changes", { after }))
        found.push(...each(page, "items", "sequence"))
        assert.isAbove(Number(at(page, "nextAfter")), after)
        after = Number(at(page, "nextAfter"))
        hasMore = at(page, "hasMore") === true
      }
      const first = yield* read("KH_all", { view: "events" })
      const ofHub = first.each("items", "sequence")
      assert.isNotEmpty(ofHub)
      assert.deepStrictEqual(found.slice(0, ofHub.length), ofHub)
      assert.deepStrictEqual(at(resultOf(yield* callTool(headers, "list_changes", { after })), "items"), [])
    })
  )

  it.effect("HUB-032: a cursor with other filters, another tool or another operator is cursor_conflict", () =>
    Effect.gen(function* () {
      const headers = yield* host("AT_read")
      const before = at(resultOf(yield* callTool(headers, "list_tasks")), "nextCursor")
      assert.isString(before)
      for (const [name, args, as] of [
        ["list_tasks", { before, state: "owned" }, headers],
        ["list_tasks", { before, owner: "me" }, headers],
        ["list_tasks", { before, guestId: demoIds.guests.g1 }, headers],
        ["list_conversations", { before }, headers],
        ["get_thread", { before, guestId: demoIds.guests.g1 }, headers],
        ["list_tasks", { before }, yield* host("AT_read", { subject: operatorSubject("manage2") })]
      ] as const) {
        assert.strictEqual(resultOf(yield* callTool(as, name, args)), "cursor_conflict", name)
      }
      assert.strictEqual(resultOf(yield* callTool(headers, "list_tasks", { before: "zzz" })), "invalid_cursor")
      assert.isArray(at(resultOf(yield* callTool(yield* host("AT_write"), "list_tasks", { before })), "items"))
    })
  )
})
