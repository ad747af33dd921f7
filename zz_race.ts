import "effect/schema/SchemaJITCompiler/enable"
import { Duration, Effect, Layer, Redacted, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { SecureRandom } from "effect/crypto"
import * as DatabaseLayer from "./src/layers/DatabaseLayer.ts"
import * as A from "./src/layers/repositories/ActionsLayer.ts"
import * as G from "./src/layers/repositories/MessagingGrantsLayer.ts"
import * as H from "./src/layers/repositories/HubIdempotencyLayer.ts"
import * as M from "./src/layers/repositories/MessagesLayer.ts"
import * as E from "./src/layers/repositories/MessagingEventsLayer.ts"
import * as AtomicLayer from "./src/layers/AtomicLayer.ts"
import * as CursorsLayer from "./src/layers/CursorsLayer.ts"
import * as DigestsLayer from "./src/layers/DigestsLayer.ts"
import { asCaller } from "./test/support/messagingServices.ts"
import { transitionAction } from "./src/domain/actions/transitionAction.ts"
import { MessagingEvents } from "./src/domain/messaging/MessagingEvents.ts"
const db = DatabaseLayer.layerServer({ url: Redacted.make("postgres://postgres@127.0.0.1:5432/hub_messaging"), pool: 20, statementTimeout: Duration.seconds(10) })
const services = Layer.mergeAll(A.layerSql, G.layerSql, H.layerSql, M.layerSql, E.layerSql, AtomicLayer.layerSql, CursorsLayer.layer, SecureRandom.layerWebCrypto).pipe(Layer.provideMerge(DigestsLayer.layer(Redacted.make("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"))), Layer.provideMerge(db))
let n = Date.now()
const send = (id: string, integration = 1, key = `race-${n++}`, expectedVersion = 1) => asCaller({ integration: { id: integration, xid: `integration-${integration}` } })(transitionAction({ scope: "ws-1", idempotencyKey: key, requestId: "r", command: { type: "claim", id, expectedVersion } }))
const program = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE messaging_grants SET permissions = ${["hub:api:actions:claim", "hub:api:actions:complete", "hub:api:actions:read"]} WHERE id IN (1)`
  yield* sql`INSERT INTO messaging_grants (integration_id, workspace_id, permissions, audience_workspace, active) VALUES (2, 1, ${["hub:api:actions:claim"]}, true, true) ON CONFLICT DO NOTHING`
  yield* sql`UPDATE actions SET state = 'unowned', version = 1, owner_kind = NULL, owner_integration_id = NULL WHERE workspace_id = 1 AND id > 100000 AND (owner_integration_id IS NULL OR owner_integration_id = 1) AND id < 106000`
  yield* sql`TRUNCATE action_transitions`
  const events = yield* MessagingEvents
  const head = () => Effect.map(events.list({ workspaceId: 1, organizationId: 1, guest: undefined, after: Number.MAX_SAFE_INTEGER, limit: 101 }), (f) => f.head)
  const h0 = yield* head()
  const r1 = yield* Effect.all(Array.from({ length: 20 }, (_, i) => Effect.result(send("b2", 1 + i % 2))), { concurrency: "unbounded" })
  console.log("claims", r1.map((r) => r._tag === "Success" ? "ok" : r.failure._tag).join(), (yield* head()) - h0)
  const r2 = yield* Effect.all(Array.from({ length: 10 }, () => Effect.result(send("b4", 1, "same-" + h0))), { concurrency: "unbounded" })
  console.log("same key", r2.map((r) => r._tag === "Success" ? r.success.receipt.id.slice(-4) : r.failure._tag).join(), (yield* head()) - h0)
  // poller
  const start = yield* head()
  let stop = false
  const seen: Array<number> = []
  let nonMonotone = 0
  const poller = yield* Effect.forkChild(Effect.gen(function* () {
    let after = start
    for (;;) {
      const f = yield* events.list({ workspaceId: 1, organizationId: 1, guest: undefined, after, limit: 101 })
      const page = f.scanned.slice(0, 100)
      for (const e of page) { if (e.sequence <= after) nonMonotone++; seen.push(e.sequence) }
      after = f.scanned.length > 100 ? page[99]!.sequence : f.head
      if (stop && f.scanned.length === 0) break
      yield* Effect.sleep("1 millis")
    }
  }))
  const t = performance.now(); const c = process.cpuUsage()
  const ids = Array.from({ length: 2000 }, (_, i) => `b${6 + 2 * i}`)
  const rs = yield* Effect.all(ids.map((id) => Effect.result(send(id))), { concurrency: 32 })
  const ms = performance.now() - t; const cpu = process.cpuUsage(c)
  const ok = rs.filter((r) => r._tag === "Success").length
  console.log("transitions", ok, "of", rs.length, (rs.length / ms * 1000).toFixed(0), "/s", "cpu ms each", ((cpu.user + cpu.system) / 1000 / rs.length).toFixed(2), [...new Set(rs.map((r) => r._tag === "Failure" ? r.failure._tag : "ok"))])
  stop = true
  yield* Fiber.join(poller)
  const end = yield* head()
  console.log("events", seen.length, "expected", end - start, "distinct", new Set(seen).size, "nonMonotone", nonMonotone)
  const missing = []
  for (let s = start + 1; s <= end; s++) if (!seen.includes(s)) missing.push(s)
  console.log("missing", missing.length)
  console.log(yield* sql`SELECT left(statement, 90) AS s, generic_plans, custom_plans FROM pg_prepared_statements`)
})
Effect.runPromise(program.pipe(Effect.provide(services))).catch((e) => console.log(String(e).slice(0, 300)))
