import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { deliveryXids } from "../../src/demo/demoProviders.ts"
import { deliveryStatuses } from "../../src/domain/sms/SmsDelivery.ts"
import type { Call } from "../support/http/httpCall.ts"
import type { StatementFault } from "../support/servers/faultyLine.ts"
import { postgres } from "../support/servers/servers.ts"
import { command, report } from "./callbacks.ts"
import { faults, Struck, struck } from "./struck.ts"

/** What a callback changes; the events and audit entries are counted over all callbacks of its kind. */
type State = Readonly<Record<string, unknown>>

/** A callback, the state that it changes as one row of JSON, and the statements that make way for the next one. */
interface Callback {
  readonly call: (port: number, name: string) => Call
  readonly state: (name: string) => readonly [text: string, ...parameters: ReadonlyArray<unknown>]
  /** The state after the callback, whatever else has been done before it. */
  readonly after: (before: State) => State
  readonly reset: (name: string) => ReadonlyArray<readonly [text: string, ...parameters: ReadonlyArray<unknown>]>
}

const delivery = deliveryXids.queued

const deliveryReset = [
  [
    `UPDATE messages SET delivery_status = 'queued' WHERE id = (SELECT message_id FROM deliveries WHERE xid = $1)`,
    delivery
  ],
  ["UPDATE deliveries SET status = 'queued', provider_delivery_id = NULL WHERE xid = $1", delivery]
] as const

const deliveryState = [
  `SELECT jsonb_build_object(
    'status', d.status, 'message', m.delivery_status, 'providerId', d.provider_delivery_id,
    'events', (SELECT count(*) FROM messaging_events e
      WHERE e.kind = 'message.delivery_updated' AND e.resource_id = m.id),
    'counter', (SELECT sum(c.events) FROM workspace_counters c),
    'audited', (SELECT count(*) FROM audit_log a WHERE a.action = 'message.delivery_updated')
  ) FROM deliveries d JOIN messages m ON m.id = d.message_id WHERE d.xid = $1`,
  delivery
] as const

const plus = (state: State, field: string) => Number(state[field]) + 1

const callbacks: Readonly<Record<string, Callback>> = {
  "a delivery report": {
    call: (port) => report({ port }, "delivered", { providerDeliveryId: "SM-struck" }),
    state: () => deliveryState,
    after: (before) => ({
      status: "delivered",
      message: "delivered",
      providerId: "SM-struck",
      events: plus(before, "events"),
      counter: plus(before, "counter"),
      audited: plus(before, "audited")
    }),
    reset: () => deliveryReset
  },
  "a chat command": {
    call: (_port, name) => command({ command: "link", userId: `U-${name}`, userName: "Nobody" }),
    state: (name) => [
      `SELECT jsonb_build_object(
        'links', (SELECT count(*) FROM chat_link_tokens t WHERE t.external_user_id = $1),
        'taken', (SELECT count(*) FROM provider_request_log),
        'audited', (SELECT count(*) FROM audit_log a WHERE a.action = 'chat_link.requested')
      )`,
      `U-${name}`
    ],
    after: (before) => ({ links: 1, taken: plus(before, "taken"), audited: plus(before, "audited") }),
    reset: () => []
  }
}

/** Strikes the statement at `position` of a callback, which is sent again. Returns the statement, if any. */
const strike = Effect.fnUntraced(function* (callback: Callback, how: StatementFault, position: number, name: string) {
  const { database, line, server } = yield* Struck
  for (const [text, ...parameters] of callback.reset(name)) yield* database.query(text, parameters)
  const [text, ...parameters] = callback.state(name)
  const state = Effect.map(database.value(text, parameters), (value): unknown =>
    typeof value === "string" ? JSON.parse(value) : value
  )
  const before = yield* state
  const call = callback.call(server.port, name)
  yield* line.arm(how, position)
  const reply = yield* server.call(call)
  const statement = yield* line.disarm
  const details = `${name}: ${statement?.trim()}\n${reply.status} ${reply.text}`

  const expected = callback.after(typeof before === "object" && before !== null ? { ...before } : {})
  const after = yield* state
  if (reply.status === 200) assert.deepStrictEqual(after, expected, details)
  else {
    assert.isAtLeast(reply.status, 500, details)
    const isUndone = JSON.stringify(after) === JSON.stringify(before)
    if (!isUndone) assert.deepStrictEqual(after, expected, details)
  }
  for (const again of [call, call]) {
    assert.strictEqual((yield* server.call(again)).status, 200, details)
    assert.deepStrictEqual(yield* state, expected, details)
  }
  return statement
})

postgres.describe("a callback of a provider", () => {
  layer(struck, { excludeTestServices: true })((it) => {
    for (const [name, callback] of Object.entries(callbacks)) {
      for (const [fault, how] of Object.entries(faults)) {
        it.effect(
          `INT-039, INT-041: if a statement ${fault}, ${name} has one effect once it is answered with 200`,
          () =>
            Effect.gen(function* () {
              const statements: Array<string> = []
              for (;;) {
                const position = statements.length + 1
                const statement = yield* strike(callback, how, position, `${fault} ${position}`.replaceAll(" ", "-"))
                if (statement === undefined) break
                statements.push(statement)
              }
              assert.include(statements.join(), "BEGIN")
              assert.isAbove(statements.length, 4)
            })
        )
      }
    }

    it.effect("INT-041: after reports in any order, a delivery has the last of their statuses", () =>
      Effect.gen(function* () {
        const { database, server } = yield* Struck
        const ordersOf = (left: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> =>
          left.length === 0
            ? [[]]
            : left.flatMap((first) => ordersOf(left.filter((one) => one !== first)).map((rest) => [first, ...rest]))
        const ranks = new Map<string, number>(deliveryStatuses.map((status, rank) => [status, rank]))
        const rankOf = (status: string) => ranks.get(status) ?? 0
        const eventsOf = database.value(
          "SELECT count(*)::int FROM messaging_events WHERE kind = 'message.delivery_updated'"
        )
        for (const order of ordersOf(deliveryStatuses)) {
          for (const [text, ...parameters] of deliveryReset) yield* database.query(text, parameters)
          let highest = 0
          for (const status of order.flatMap((one) => [one, one])) {
            const before = Number(yield* eventsOf)
            assert.strictEqual((yield* server.call(report(server, status))).status, 200)
            const isNewer = rankOf(status) > highest
            highest = Math.max(highest, rankOf(status))
            const [row] = yield* database.query(
              `SELECT d.status, m.delivery_status FROM deliveries d JOIN messages m ON m.id = d.message_id
              WHERE d.xid = $1`,
              [delivery]
            )
            const expected = deliveryStatuses[highest]
            assert.deepStrictEqual(row, [expected, expected], `${order} ${status}`)
            assert.strictEqual(yield* eventsOf, before + (isNewer ? 1 : 0), `${order} ${status}`)
          }
        }
      })
    )
  })
})
