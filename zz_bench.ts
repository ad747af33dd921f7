import "effect/schema/SchemaJITCompiler/enable"
import { Duration, Effect, Redacted, Schema } from "effect"
import * as DatabaseLayer from "./src/layers/DatabaseLayer.ts"
import * as ActionsLayer from "./src/layers/repositories/ActionsLayer.ts"
import * as GrantsLayer from "./src/layers/repositories/MessagingGrantsLayer.ts"
import { Actions } from "./src/domain/actions/Actions.ts"
import { MessagingGrants } from "./src/domain/messaging/MessagingGrants.ts"
import { actionRecords } from "./src/domain/actions/ActionRecord.ts"
import { ActionsPage } from "./src/domain/actions/readActions.ts"
import { Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Int8 } from "./src/sql/columns.ts"
const n = 3000
const encode = Schema.encodeEffect(Schema.fromJsonString(Schema.toCodecJson(ActionsPage)))
const program = Effect.gen(function* () {
  const actions = yield* Actions
  const grants = yield* MessagingGrants
  const time = Effect.fnUntraced(function* <A, E>(name: string, one: Effect.Effect<A, E>) {
    yield* Effect.all(Array.from({ length: 300 }, () => one), { concurrency: 32, discard: true })
    const s = performance.now()
    const c = process.cpuUsage()
    yield* Effect.all(Array.from({ length: n }, () => one), { concurrency: 32, discard: true })
    const cpu = process.cpuUsage(c)
    const ms = performance.now() - s
    console.log(name, (n / ms * 1000).toFixed(0), "/s; cpu ms each", ((cpu.user + cpu.system) / 1000 / n).toFixed(3))
  })
  const list = actions.list({ workspaceId: 1, organizationId: 1, guest: undefined, before: undefined, limit: 101 })
  const g = (yield* grants.listByIntegration(1))[0]!
  const rows = yield* list
  const page = { view: "actions" as const, scope: "ws-1", items: actionRecords(g, 1, rows.slice(0, 100)), nextCursor: null }
  const sql = yield* SqlClient.SqlClient
  const raw = sql`SELECT a.seq, a.xid AS id, a.version, a.state, a.kind, a.title, a.details, a.priority, a.reservation_id AS "reservationId", a.audience_kind AS "audienceKind", a.team_id AS "teamId", a.owner_kind AS "ownerKind", a.owner_integration_id AS "ownerIntegrationId", a.due_at AS "dueAt", a.evidence, a.created_at AS "createdAt", a.updated_at AS "updatedAt",
    a.claimed_at AS "claimedAt", a.finished_at AS "finishedAt", a.cancelled_at AS "cancelledAt" FROM actions a WHERE a.workspace_id = ${1} ORDER BY a.seq DESC LIMIT 101`
  yield* time("raw no names", raw)
  const rawRows = yield* raw
  const Some = Schema.Struct({ seq: Int8, id: Schema.String, version: Schema.Int, state: Schema.Literals(["unowned", "owned", "finished", "cancelled"]), kind: Schema.NonEmptyString, title: Schema.String, createdAt: Schema.DateTimeUtcFromDate, updatedAt: Schema.DateTimeUtcFromDate, dueAt: Schema.NullOr(Schema.DateTimeUtcFromDate) })
  const d1 = Schema.decodeUnknownEffect(Schema.Array(Some))
  yield* time("decode some", Effect.suspend(() => d1(rawRows)))
  const noDates = Schema.Struct({ seq: Int8, id: Schema.String, version: Schema.Int, state: Schema.Literals(["unowned", "owned", "finished", "cancelled"]), kind: Schema.NonEmptyString, title: Schema.String })
  const d2 = Schema.decodeUnknownEffect(Schema.Array(noDates))
  const S1 = Schema.Struct({ createdAt: Schema.DateTimeUtcFromDate, updatedAt: Schema.DateTimeUtcFromDate })
  const e1 = Schema.decodeUnknownEffect(Schema.Array(S1))
  yield* time("decode 2 dates", Effect.suspend(() => e1(rawRows)))
  const S2 = Schema.Struct({ createdAt: Schema.Date, updatedAt: Schema.Date })
  const e2 = Schema.decodeUnknownEffect(Schema.Array(S2))
  yield* time("decode 2 plain Date", Effect.suspend(() => e2(rawRows)))
  const S3 = Schema.Struct({ dueAt: Schema.NullOr(Schema.DateTimeUtcFromDate), createdAt: Schema.NullOr(Schema.DateTimeUtcFromDate) })
  const e3 = Schema.decodeUnknownEffect(Schema.Array(S3))
  yield* time("decode 2 nullor dates", Effect.suspend(() => e3(rawRows)))
  const S4 = Schema.Struct({ seq: Int8 })
  const e4 = Schema.decodeUnknownEffect(Schema.Array(S4))
  yield* time("decode int8", Effect.suspend(() => e4(rawRows)))
  const S5 = Schema.Struct({ evidence: Schema.NullOr(Schema.String), reservationId: Schema.NullOr(Schema.String), ownerKind: Schema.NullOr(Schema.Literals(["integration","operator"])) })
  const e5 = Schema.decodeUnknownEffect(Schema.Array(S5))
  yield* time("decode nullor strings", Effect.suspend(() => e5(rawRows)))
  yield* time("decode no dates", Effect.suspend(() => d2(rawRows)))
  const noInt8 = Schema.Struct({ id: Schema.String, version: Schema.Int, state: Schema.Literals(["unowned", "owned", "finished", "cancelled"]), kind: Schema.NonEmptyString, title: Schema.String })
  const d3 = Schema.decodeUnknownEffect(Schema.Array(noInt8))
  yield* time("decode plain", Effect.suspend(() => d3(rawRows)))
  yield* time("grants", grants.listByIntegration(1))
  yield* time("list", list)
  yield* time("project", Effect.sync(() => actionRecords(g, 1, rows)))
  yield* time("encode", Effect.suspend(() => encode(page)))
  yield* time("json only", Effect.sync(() => JSON.stringify(page)))
})
Effect.runPromise(program.pipe(Effect.provide(Layer.mergeAll(ActionsLayer.layerSql, GrantsLayer.layerSql).pipe(Layer.provideMerge(DatabaseLayer.layerServer({ url: Redacted.make("postgres://postgres@127.0.0.1:5432/hub_messaging"), pool: 10, statementTimeout: Duration.seconds(10) })))))).catch(console.error)
