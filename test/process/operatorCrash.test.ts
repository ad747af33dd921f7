import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { host, pathOf, place, resource } from "../support/assistant.ts"
import type { Database } from "../support/servers/Database.ts"
import type { Call, Reply } from "../support/http/httpCall.ts"
import { postgres } from "../support/servers/servers.ts"
import { held, killDuring, startTwoWith } from "./killing.ts"
import { arm, beforeCommit } from "./messaging.ts"
import { command, operatorWrite, organizationPath, signInAt } from "./operators.ts"

const limitMillis = 300_000

const tables = [
  "actions",
  "action_transitions",
  "messaging_events",
  "comments",
  "audit_log",
  "idempotency_keys"
] as const

/** Number of rows in each table that commands write. */
const rowsIn = ({ query }: Database) =>
  Effect.map(
    query(`SELECT ${tables.map((table) => `(SELECT count(*)::int FROM ${table})`).join(", ")}`),
    ([row = []]): Readonly<Record<string, number>> =>
      Object.fromEntries(tables.map((table, index) => [table, Number(row[index])]))
  )

/** A command, and the rows that it adds besides its key and its audit entry. */
interface Step {
  readonly name: string
  readonly call: Call
  readonly adds: Partial<Record<(typeof tables)[number], number>>
}

const move = { action_transitions: 1, messaging_events: 1 }

postgres.describe("a process that is killed during a command of an operator or an assistant", () => {
  it.live(
    "INT-014, INT-015, INT-034, INT-046: has done all of it or nothing, and retries by the same session get one answer",
    () =>
      Effect.gen(function* () {
        const { database, one, other } = yield* startTwoWith({ HUB_ASSISTANT_RESOURCE: resource })
        const session = yield* signInAt(other, "S_team")
        const assistant = yield* host("AT_write")

        /** Kills the process before the commit, then after it, and retries through both processes. */
        const survive = Effect.fnUntraced(function* ({ adds, call, name }: Step) {
          const before = yield* rowsIn(database)
          yield* arm(one, { point: "before_commit", ...held })
          yield* killDuring(one, call, [`${name} is about to be committed`, beforeCommit(database)])
          assert.deepStrictEqual(yield* rowsIn(database), before, `${name}: nothing is left of it`)

          yield* one.restart
          yield* arm(one, { point: "after_commit", ...held })
          const committed = Effect.map(
            rowsIn(database),
            (now) => now["idempotency_keys"] !== before["idempotency_keys"]
          )
          yield* killDuring(one, call, [`${name} is committed`, committed])
          yield* one.restart
          const replies: ReadonlyArray<Reply> = [yield* other.call(call), yield* one.call(call)]
          for (const { status, text } of replies) assert.deepStrictEqual([status, text], [200, replies[0]?.text], name)
          const after = yield* rowsIn(database)
          const added = Object.fromEntries(tables.map((table) => [table, (after[table] ?? 0) - (before[table] ?? 0)]))
          const none = Object.fromEntries(tables.map((table) => [table, 0]))
          assert.deepStrictEqual(added, { ...none, audit_log: 1, idempotency_keys: 1, ...adds }, name)
          return replies[0]
        })

        const created = yield* survive({
          name: "create_action",
          call: command(session, { type: "create_action", title: "Check the boiler", kind: "maintenance" }),
          adds: { actions: 1, ...move }
        })
        const id = created?.at("action.id")
        const kept = yield* other.call(
          command(session, { type: "create_action", title: "Bring towels", kind: "concierge" })
        )
        const moves = [
          { type: "claim", id, expectedVersion: 1 },
          { type: "finish", id, expectedVersion: 2, evidence: "It is warm" },
          { type: "hand_off", id: kept.at("action.id"), expectedVersion: 1, to: { kind: "team", id: "team-night" } }
        ]
        for (const body of moves) yield* survive({ name: body.type, call: command(session, body), adds: move })
        yield* survive({
          name: "post_comment",
          call: operatorWrite("POST", `${organizationPath}/collaboration?scope=ws-a-main`, session, {
            type: "post_comment",
            subject: { type: "action", id },
            body: "Done before breakfast"
          }),
          adds: { comments: 1 }
        })
        yield* survive({
          name: "start_task",
          call: {
            method: "POST",
            path: pathOf(),
            headers: assistant,
            body: {
              jsonrpc: "2.0",
              id: 1,
              method: "tools/call",
              params: {
                name: "start_task",
                arguments: { ...place, title: "Call the guest", clientRequestId: "crash-start-task" }
              }
            }
          },
          adds: { actions: 1, ...move }
        })
      }),
    limitMillis
  )
})
