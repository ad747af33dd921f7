import { PgClient } from "@effect/sql-pg"
import { Context, DateTime, Effect, Stream } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import { scanRows } from "../src/domain/messaging/scanPage.ts"
import { makeActionsSql } from "../src/sql/ActionsSql.ts"
import { makeApiKeysSql } from "../src/sql/ApiKeysSql.ts"
import { makeBrandsSql } from "../src/sql/BrandsSql.ts"
import { makeHubIdempotencySql } from "../src/sql/HubIdempotencySql.ts"
import { makeMessagingEventsSql } from "../src/sql/MessagingEventsSql.ts"
import { makeMessagingGrantsSql } from "../src/sql/MessagingGrantsSql.ts"
import { makeVenuesSql } from "../src/sql/VenuesSql.ts"

/** A statement of the service, and the values of its placeholders by name. */
export interface BenchStatement<Name extends string> {
  readonly name: string
  readonly text: string
  readonly bind: (values: { readonly [name in Name]: unknown }) => Array<unknown>
}

/** A value that stands for a name while a statement is looked at, and its SQL type. */
interface Sentinel {
  readonly value: unknown
  readonly type: string
}

const integer = (value: number): Sentinel => ({ value, type: "integer" })
const bigint = (value: number): Sentinel => ({ value, type: "bigint" })
const text = (value: string): Sentinel => ({ value, type: "text" })
const time = (value: DateTime.Utc): Sentinel => ({ value: DateTime.toDateUtc(value), type: "timestamptz" })
const integers = (value: ReadonlyArray<number>): Sentinel => ({ value, type: "integer[]" })

interface Executed {
  readonly text: string
  readonly values: ReadonlyArray<unknown>
}

/** A client that notes what it is asked, and finds nothing. */
const recording = Effect.gen(function* () {
  const executed: Array<Executed> = []
  const note = (sql: string, values: ReadonlyArray<unknown>) =>
    Effect.sync(() => {
      executed.push({ text: sql, values })
      return []
    })
  const client = yield* SqlClient.make({
    acquirer: Effect.succeed({
      execute: note,
      executeRaw: note,
      executeStream: () => Stream.empty,
      executeValues: note,
      executeValuesUnprepared: note,
      executeUnprepared: note
    }),
    compiler: PgClient.makeCompiler(),
    driver: "pg",
    spanAttributes: []
  })
  return { client, executed }
}).pipe(Effect.provide(Reactivity.layer))

const comparable = (value: unknown) => (value instanceof Date ? value.getTime() : value)

const isSame = (a: unknown, b: unknown) => JSON.stringify(comparable(a)) === JSON.stringify(comparable(b))

/**
 * The statement that `call` executes at `place`, as the service writes it but for the types of its parameters: the driver
 * of the service sends those along, others leave them to be guessed.
 */
const statementOf = <Repository, Name extends string>(
  name: string,
  make: Effect.Effect<Repository, never, SqlClient.SqlClient>,
  call: (repository: Repository) => Effect.Effect<unknown, unknown>,
  names: { readonly [name in Name]: Sentinel },
  place = 0
): BenchStatement<Name> =>
  Effect.runSync(
    Effect.gen(function* () {
      const { client, executed } = yield* recording
      const repository = yield* Effect.provideContext(make, Context.make(SqlClient.SqlClient, client))
      yield* Effect.exit(call(repository))
      const found = executed[place]
      if (found === undefined) return yield* Effect.die(new Error("The statement was not executed"))
      const sentinels = Object.entries<Sentinel>(names)
      const places = found.values.map((value) => sentinels.find(([, sentinel]) => isSame(sentinel.value, value)))
      const typed = found.text.replaceAll(/\$(\d+)(?!\d|::)/g, (placeholder, index: string) => {
        const type = places[Number(index) - 1]?.[1].type
        return type === undefined ? placeholder : `${placeholder}::${type}`
      })
      return {
        name,
        text: typed,
        bind: (values: { readonly [name in Name]: unknown }) => {
          const given = new Map<string, unknown>(Object.entries(values))
          return found.values.map((value, index) => {
            const place = places[index]?.[0]
            return place === undefined ? value : given.get(place)
          })
        }
      }
    })
  )

const now = DateTime.makeUnsafe("2026-01-02T03:04:05.006Z")
const later = DateTime.makeUnsafe("2026-02-03T04:05:06.007Z")
const key = { organizationId: 7001, principalKind: "integration", principalId: 7002, key: "key" } as const
const keyNames = { organizationId: integer(7001), principalId: integer(7002), key: text("key") }
const scan = { workspaceId: 7003, organizationId: 7001, limit: scanRows }

/** What the measured operations ask the database, taken from the service's own repositories. */
export const statements = {
  credential: statementOf("credential", makeApiKeysSql, (keys) => keys.findByHash("hash"), { hash: text("hash") }),
  brands: statementOf(
    "brands",
    makeBrandsSql,
    (core) => core.listBrands({ organization: { id: 7001, xid: "" }, limit: 7004, after: undefined }),
    { organizationId: integer(7001), rows: integer(7005) }
  ),
  grants: statementOf("grants", makeMessagingGrantsSql, (grants) => grants.listByIntegration(7002), {
    integrationId: integer(7002)
  }),
  actions: statementOf(
    "actions",
    makeActionsSql,
    (actions) => actions.list({ ...scan, guest: undefined, before: undefined }),
    { workspaceId: integer(7003) }
  ),
  events: statementOf(
    "events",
    makeMessagingEventsSql,
    (events) => events.list({ ...scan, guest: undefined, after: 7006 }),
    {
      workspaceId: integer(7003),
      after: bigint(7006)
    }
  ),
  venues: statementOf("venues", makeVenuesSql, (venues) => venues.list({ organizationIds: [7001], venueIds: "all" }), {
    organizationIds: integers([7001])
  }),
  takeKey: statementOf(
    "takeKey",
    makeHubIdempotencySql,
    (keys) => keys.insert({ ...key, fingerprint: "print", result: "result", createdAt: now, expiresAt: later }),
    {
      ...keyNames,
      fingerprint: text("print"),
      result: text(JSON.stringify("result")),
      createdAt: time(now),
      expiresAt: time(later)
    }
  ),
  rememberedKey: statementOf(
    "rememberedKey",
    makeHubIdempotencySql,
    (keys) => keys.insert({ ...key, fingerprint: "print", result: null, createdAt: now, expiresAt: later }),
    keyNames,
    1
  ),
  lockAction: statementOf("lockAction", makeActionsSql, (actions) => actions.findForUpdate(7003, "action"), {
    workspaceId: integer(7003),
    action: text("action")
  }),
  transition: statementOf(
    "transition",
    makeActionsSql,
    (actions) =>
      actions.insertTransition({
        actionId: 7007,
        type: "claim",
        fromState: "unowned",
        toState: "owned",
        actorKind: "integration",
        actorId: "actor",
        expectedVersion: 7008,
        resultingVersion: 7009,
        evidence: "evidence",
        receiptXid: "receipt",
        requestId: "request",
        occurredAt: now,
        integrationId: 7002,
        eventXid: "event",
        eventKind: "action.claimed"
      }),
    {
      actionId: bigint(7007),
      type: text("claim"),
      fromState: text("unowned"),
      toState: text("owned"),
      actorKind: text("integration"),
      actorId: text("actor"),
      expectedVersion: integer(7008),
      evidence: text("evidence"),
      receiptXid: text("receipt"),
      requestId: text("request"),
      occurredAt: time(now),
      integrationId: integer(7002),
      eventXid: text("event"),
      eventKind: text("action.claimed")
    }
  )
}
