import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { operatorSubject } from "../../../src/demo/demoOperators.ts"
import { callTool, host, resultOf } from "../../support/assistant.ts"
import { actionId, keyHeader, claim, layer as service, read, send } from "../../support/messaging.ts"
import * as Service from "../../support/http/service.ts"

const { at, each } = Service

let used = 0
/** A clientRequestId that no test has used. */
const fresh = () => `client-request-${++used}`

const writer = host("AT_write")

const start = (headers: Readonly<Record<string, string>>, args: Readonly<Record<string, unknown>> = {}) =>
  callTool(headers, "start_task", { title: "Bring a cot", clientRequestId: fresh(), ...args })

const cancel = (headers: Readonly<Record<string, string>>, args: Readonly<Record<string, unknown>>) =>
  callTool(headers, "cancel_task", { clientRequestId: fresh(), ...args })

const rowsOf = (table: string) =>
  Effect.gen(function* () {
    const { rows } = yield* Service.Service
    return [...(yield* rows)]
      .filter((row) => row.startsWith(`${table} `))
      .map((row): unknown => JSON.parse(row.slice(table.length + 1)))
  })

const countOf = (table: string) => Effect.map(rowsOf(table), ({ length }) => length)

for (const store of ["memory", "embedded"] as const) {
  layer(service({ store, environment: { HUB_LIMIT_ASSISTANT: "1000000" } }))(`tasks of assistants (${store})`, (it) => {
    it.effect("INT-034: start_task makes an Action that is the operator's own and visible to integrations", () =>
      Effect.gen(function* () {
        const headers = yield* writer
        const args = {
          kind: "housekeeping",
          details: "For the room of the guest",
          guestId: demoIds.guests.g1,
          dueAt: "2027-01-31T18:00:00+01:00"
        }
        const started = resultOf(yield* start(headers, args))
        const id = at(started, "action.id")
        assert.deepStrictEqual(
          [
            "state",
            "version",
            "kind",
            "title",
            "details",
            "guestId",
            "dueAt",
            "priority",
            "owner.kind",
            "owner.id",
            "owner.isSelf"
          ].map((name) => at(started, `action.${name}`)),
          [
            "owned",
            1,
            "housekeeping",
            "Bring a cot",
            "For the room of the guest",
            demoIds.guests.g1,
            "2027-01-31T17:00:00.000Z",
            "normal",
            "operator",
            operatorSubject("manage"),
            true
          ]
        )
        const seen = (yield* read("KH_all", { id: String(id) })).at("items.0")
        assert.deepStrictEqual([at(seen, "owner.kind"), at(seen, "owner.isSelf")], ["operator", false])
        const mine = resultOf(yield* callTool(headers, "list_tasks", { owner: "me" }))
        assert.include(each(mine, "items", "id"), id)
        const history = resultOf(yield* callTool(headers, "get_task_history", { taskId: id }))
        assert.deepStrictEqual(
          each(history, "items").map((move) => [at(move, "type"), at(move, "actor.kind"), at(move, "actor.id")]),
          [["create_action", "assistant", operatorSubject("manage")]]
        )
      })
    )

    it.effect("INT-034: start_task treats null like a missing argument", () =>
      Effect.gen(function* () {
        const absent = { kind: null, details: null, guestId: null, dueAt: null }
        for (const audience of [null, { kind: "workspace", teamId: null }]) {
          const started = resultOf(yield* start(yield* writer, { ...absent, audience }))
          assert.deepStrictEqual(
            ["kind", "details", "guestId", "dueAt", "audience.kind"].map((name) => at(started, `action.${name}`)),
            ["task", null, null, null, "workspace"]
          )
        }
      })
    )

    it.effect("INT-034: a repeated clientRequestId gets the first answer and makes no second task", () =>
      Effect.gen(function* () {
        const headers = yield* writer
        const clientRequestId = fresh()
        const first = yield* start(headers, { clientRequestId })
        const id = at(resultOf(first), "action.id")
        yield* cancel(headers, { taskId: id, expectedVersion: 1 })
        const again = yield* start(headers, { clientRequestId })
        assert.deepStrictEqual(resultOf(again), resultOf(first))
        const withNull = yield* start(headers, { clientRequestId, details: null, dueAt: null })
        assert.deepStrictEqual(resultOf(withNull), resultOf(first), "null counts as absent (A-153)")
        const listed = resultOf(yield* callTool(headers, "list_tasks", { owner: "me", state: "owned" }))
        assert.notInclude(each(listed, "items", "id"), id)
        // Another change with the same id is a conflict, also through another tool; another operator may use it.
        for (const reused of [
          yield* start(headers, { clientRequestId, title: "Bring two cots" }),
          yield* cancel(headers, { clientRequestId, taskId: id, expectedVersion: 2 })
        ]) {
          assert.strictEqual(resultOf(reused), "idempotency_conflict")
        }
        const other = yield* host("AT_write", { subject: operatorSubject("manage2") })
        const theirs = resultOf(yield* start(other, { clientRequestId }))
        assert.notStrictEqual(at(theirs, "action.id"), id)
        assert.isString(at(theirs, "action.id"))
      })
    )

    it.effect("INT-034: a call sent many times at once makes one task", () =>
      Effect.gen(function* () {
        const headers = yield* writer
        const clientRequestId = fresh()
        const call = start(headers, { clientRequestId, title: "Only once" })
        const answers = yield* Effect.all(
          Array.from({ length: 8 }, () => call),
          { concurrency: "unbounded" }
        )
        const ids = new Set(answers.map((answer) => at(resultOf(answer), "action.id")))
        assert.strictEqual(ids.size, 1, [...ids].join(" "))
        const titles = each(resultOf(yield* callTool(headers, "list_tasks", { owner: "me" })), "items", "title")
        assert.lengthOf(
          titles.filter((title) => title === "Only once"),
          1
        )
      })
    )

    it.effect("INT-034: cancel_task cancels the operator's own and unowned tasks, at the version that was read", () =>
      Effect.gen(function* () {
        const headers = yield* writer
        const taskId = at(resultOf(yield* start(headers)), "action.id")
        assert.strictEqual(resultOf(yield* cancel(headers, { taskId, expectedVersion: 2 })), "version_conflict")
        const cancelled = resultOf(yield* cancel(headers, { taskId, expectedVersion: 1, reason: "Not needed" }))
        assert.deepStrictEqual([at(cancelled, "action.state"), at(cancelled, "action.version")], ["cancelled", 2])
        assert.strictEqual(resultOf(yield* cancel(headers, { taskId, expectedVersion: 2 })), "action_closed")
        const history = resultOf(yield* callTool(headers, "get_task_history", { taskId }))
        assert.deepStrictEqual(each(history, "items", "note"), [null, "Not needed"])

        const unowned = { taskId: actionId("unowned3"), expectedVersion: 1 }
        assert.strictEqual(at(resultOf(yield* cancel(headers, unowned)), "action.owner"), null)
        yield* send("KH_all", claim("unowned4"))
        const ofIntegration = { taskId: actionId("unowned4"), expectedVersion: 2 }
        assert.strictEqual(resultOf(yield* cancel(headers, ofIntegration)), "action_not_owned")
        assert.strictEqual(resultOf(yield* cancel(headers, { taskId: "unknown", expectedVersion: 1 })), "not_found")
      })
    )

    it.effect("INT-034, INT-010: a team's task needs membership; a task for an unknown guest is not_found", () =>
      Effect.gen(function* () {
        const audience = { kind: "team", teamId: "team-night" }
        assert.strictEqual(resultOf(yield* start(yield* writer, { audience })), "not_found")
        const member = yield* host("AT_write", { subject: operatorSubject("team") })
        assert.deepStrictEqual(at(resultOf(yield* start(member, { audience })), "action.audience"), audience)
        assert.strictEqual(resultOf(yield* start(yield* writer, { guestId: "unknown" })), "not_found")
      })
    )
  })
}

layer(service({ environment: { HUB_LIMIT_ASSISTANT: "1000000" } }))("effects of assistants' tasks", (it) => {
  it.effect("INT-034, INT-007: an operator who does not manage changes nothing, whatever the token's scopes", () =>
    Effect.gen(function* () {
      const { rows } = yield* Service.Service
      const before = yield* rows
      const headers = yield* host("AT_write", { subject: operatorSubject("read") })
      assert.strictEqual(resultOf(yield* start(headers)), "permission_denied")
      const unowned = { taskId: actionId("unowned5"), expectedVersion: 1 }
      assert.strictEqual(resultOf(yield* cancel(headers, unowned)), "permission_denied")
      assert.deepStrictEqual(yield* rows, before)
    })
  )

  it.effect("INT-034: a change leaves one event and one audit entry by the assistant for its operator", () =>
    Effect.gen(function* () {
      const headers = yield* writer
      const [audits, events] = [yield* countOf("auditLog"), yield* countOf("messagingEvents")]
      const clientRequestId = fresh()
      const taskId = at(resultOf(yield* start(headers, { clientRequestId })), "action.id")
      yield* start(headers, { clientRequestId })
      yield* cancel(headers, { taskId, expectedVersion: 1 })
      yield* cancel(headers, { taskId, expectedVersion: 1 })
      const written = (yield* rowsOf("auditLog")).filter((row) => at(row, "subject") === `action:${String(taskId)}`)
      assert.deepStrictEqual(
        written.map((row) => [at(row, "action"), at(row, "actor.kind"), at(row, "actor.id")]),
        [
          ["action.created", "assistant", operatorSubject("manage")],
          ["action.cancelled", "assistant", operatorSubject("manage")]
        ]
      )
      assert.isString(at(written[0], "requestId"))
      assert.deepStrictEqual([yield* countOf("auditLog"), yield* countOf("messagingEvents")], [audits + 2, events + 2])
      const feed = yield* Service.Service.use(({ call }) =>
        call("GET", "/api/external/v1/messaging?scope=ws-a-main&view=events&after=0", { headers: keyHeader("KH_all") })
      )
      assert.strictEqual(feed.status, 200)
    })
  )

  it.effect("INT-034: arguments out of bounds are invalid_parameter and change nothing", () =>
    Effect.gen(function* () {
      const headers = yield* writer
      const { rows } = yield* Service.Service
      const before = yield* rows
      for (const args of [
        { clientRequestId: "a".repeat(7) },
        { clientRequestId: "a".repeat(181) },
        { clientRequestId: "with space" },
        { clientRequestId: undefined },
        { title: "" },
        { title: "a".repeat(201) },
        { title: " " },
        { title: "two\nlines" },
        { title: undefined },
        { kind: "a".repeat(61) },
        { details: "a".repeat(4001) },
        { dueAt: "tomorrow" },
        { dueAt: "2026-02-30" },
        { audience: { kind: "everybody" } },
        { audience: { kind: "team" } },
        { guestId: "-x" },
        { ownerOperatorId: operatorSubject("manage2") }
      ]) {
        assert.strictEqual(resultOf(yield* start(headers, args)), "invalid_parameter", JSON.stringify(args))
      }
      for (const args of [
        { expectedVersion: 0 },
        { expectedVersion: 1.5 },
        { expectedVersion: "1" },
        { expectedVersion: 2_147_483_648 },
        { reason: "" },
        { reason: "a".repeat(1001) }
      ]) {
        const cancellation = { taskId: actionId("unowned6"), expectedVersion: 1, ...args }
        assert.strictEqual(resultOf(yield* cancel(headers, cancellation)), "invalid_parameter", JSON.stringify(args))
      }
      assert.deepStrictEqual(yield* rows, before)
      for (const clientRequestId of ["a".repeat(8), "b".repeat(180)]) {
        assert.isString(at(resultOf(yield* start(headers, { clientRequestId })), "action.id"))
      }
    })
  )
})
