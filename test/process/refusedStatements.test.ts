import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Call, Reply } from "../support/http/httpCall.ts"
import type { Database } from "../support/servers/Database.ts"
import type { StatementFault } from "../support/servers/faultyLine.ts"
import { postgres } from "../support/servers/servers.ts"
import { acknowledge, reopen } from "./arrivals.ts"
import { cancel, claim, claimFor, headersOf, readFulfillment, verifyLedger } from "./claims.ts"
import { fulfill } from "./desk.ts"
import { insertActions, transition } from "./messaging.ts"
import { faults, Struck, struck } from "./struck.ts"

const member = await Effect.runPromise(headersOf("M1"))

/** A write, the query that counts its effects, and the call that undoes it for the next one. */
interface StruckWrite {
  readonly callOf: (key: string) => Effect.Effect<Call, never, Struck>
  readonly effects: string
  readonly undo?: (reply: Reply) => Call
}

const writes: Readonly<Record<string, StruckWrite>> = {
  claim: {
    callOf: (key) => Effect.succeed(claim(member, key)),
    effects: "SELECT count(*)::int FROM fulfillments",
    undo: (reply) => cancel(member, String(reply.at("fulfillmentId")))
  },
  fulfill: {
    callOf: Effect.fnUntraced(function* (key) {
      const { server } = yield* Struck
      const claimed = yield* server.call(claimFor(member, "late_checkout"))
      assert.strictEqual(claimed.status, 201, claimed.text)
      const id = String(claimed.at("fulfillmentId"))
      const read = yield* server.call(readFulfillment(member, id))
      return fulfill(id, { verificationCode: read.at("verificationCode") }, { key })
    }, Effect.orDie),
    effects: "SELECT count(*)::int FROM redemption_records"
  },
  transition: {
    callOf: Effect.fnUntraced(function* (idempotencyKey) {
      const { database } = yield* Struck
      const [action = ""] = yield* insertActions(database, 1)
      return transition({ action, expectedVersion: 1, idempotencyKey })
    }),
    effects: "SELECT count(*)::int FROM action_transitions"
  },
  acknowledgement: {
    callOf: Effect.fnUntraced(function* (key) {
      const { database } = yield* Struck
      yield* reopen(database)
      return acknowledge(key)
    }),
    effects: "SELECT count(*)::int FROM arrival_tasks WHERE status = 'acknowledged'"
  }
}

/**
 * Whether the key is answered, and a digest of all row versions except those of idempotency and API keys. Both are from
 * one snapshot, as the server may still be working on statements of a lost connection.
 */
const stateOf = ({ query }: Database, key: string) =>
  Effect.map(
    query(
      `SELECT (SELECT count(*)::int FROM idempotency_keys WHERE key = $1 AND status IS NOT NULL),
        string_agg(tablename || ' ' || query_to_xml(
          format('SELECT count(*), sum(hashtext(xmin::text || ctid::text)) FROM %I', tablename), true, true, ''
        )::text, '' ORDER BY tablename)
      FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('idempotency_keys', 'api_keys')`,
      [key]
    ),
    ([row]) => ({ isAnswered: row?.[0] === 1, contents: row?.[1] })
  )

/** Strikes the statement at `position` of a write, and sends the write again. Returns the statement, if any. */
const strike = Effect.fnUntraced(function* (write: StruckWrite, how: StatementFault, position: number, key: string) {
  const { database, line, server } = yield* Struck
  const call = yield* write.callOf(key)
  const before = { ...(yield* stateOf(database, key)), effects: yield* database.value(write.effects) }
  yield* line.arm(how, position)
  const reply = yield* server.call(call)
  const statement = yield* line.disarm
  const details = `${key}: ${statement?.trim()}\n${reply.status} ${reply.text}`

  // All of it is there, or nothing.
  const after = yield* stateOf(database, key)
  assert.strictEqual(after.isAnswered, after.contents !== before.contents, details)
  assert.isTrue(reply.status < 300 ? after.isAnswered : reply.status >= 500, details)

  // The connection is usable or replaced, the key free or answered, and there is one effect.
  const again = yield* server.call(call)
  assert.isBelow(again.status, 300, `${details}\nagain: ${again.text}`)
  assert.strictEqual(yield* database.value(write.effects), Number(before.effects) + 1, details)
  assert.isTrue((yield* stateOf(database, key)).isAnswered, details)
  if (write.undo !== undefined) assert.strictEqual((yield* server.call(write.undo(again))).status, 200, details)
  return statement
})

postgres.describe("a write one of whose statements fails", () => {
  layer(struck, { excludeTestServices: true })((it) => {
    for (const [name, write] of Object.entries(writes)) {
      for (const [fault, how] of Object.entries(faults)) {
        it.effect(
          `MEM-088, HUB-070, PAR-026, PAR-127: if a statement ${fault}, the ${name} takes effect as a whole or not at all`,
          () =>
            Effect.gen(function* () {
              const { database } = yield* Struck
              const struckAll = Effect.fnUntraced(function* (pass: number) {
                const statements: Array<string> = []
                for (;;) {
                  const position = statements.length + 1
                  const key = `${name} ${fault} ${position} ${pass}`.replaceAll(" ", "-")
                  const statement = yield* strike(write, how, position, key)
                  if (statement === undefined) return statements
                  statements.push(statement)
                }
              })
              let statements = yield* struckAll(1)
              // Other work of the service can shift the statements of the write, so that BEGIN may be missed.
              for (let pass = 2; pass < 5 && !statements.join().includes("BEGIN"); pass++) {
                statements = [...statements, ...(yield* struckAll(pass))]
              }
              assert.include(statements.join(), "BEGIN")
              assert.isAbove(statements.length, 4)
              yield* verifyLedger(database)
            })
        )
      }
    }
  })
})
