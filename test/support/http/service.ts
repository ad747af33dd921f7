import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert } from "@effect/vitest"
import { Clock, ConfigProvider, Context, DateTime, Effect, Layer, Metric, Option, Predicate, TxHashMap } from "effect"
import { HttpServer } from "effect/http"
import { application } from "../../../src/cli/server/application.ts"
import { makeServer } from "../../../src/cli/server/makeServer.ts"
import { recordRefusals } from "../../../src/cli/server/recordRefusals.ts"
import { testControls } from "../../../src/cli/server/testControls.ts"
import { demoDataset } from "../../../src/demo/demoDataset.ts"
import type { Dataset } from "../../../src/domain/dataset/Dataset.ts"
import { type TableName, tableNames } from "../../../src/domain/dataset/tables.ts"
import { type LedgerReport, verifyLedger } from "../../../src/domain/verify/verifyLedger.ts"
import * as Configuration from "../../../src/layers/Configuration.ts"
import * as Memory from "../../../src/layers/memory/Memory.ts"
import * as Services from "../../../src/layers/Services.ts"
import { insertDataset, removeEverything } from "../../../src/sql/DatasetSql.ts"
import { assertDecodes } from "./decodedAnswer.ts"
import * as Postgres from "../servers/Postgres.ts"
import { wallClock } from "../wallClock.ts"

/** A response; `body` is the parsed JSON, or null. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: unknown
  /** The value at a dotted path of the body, such as `items.0.name`; undefined when there is none. */
  readonly at: (path: string) => unknown
  /** The values of one field, or the items themselves, of the list at `path`. */
  readonly each: (path: string, field?: string) => ReadonlyArray<unknown>
}

/** The value at a dotted path. */
export const at = (value: unknown, path: string): unknown =>
  path === ""
    ? value
    : path
        .split(".")
        .reduce<unknown>(
          (inner, name) => (Predicate.isObjectOrArray(inner) ? Reflect.get(inner, name) : undefined),
          value
        )

/** The values of one field, or the items themselves, of the list at a dotted path; none if there is no list. */
export const each = (value: unknown, path: string, field = ""): ReadonlyArray<unknown> => {
  const list = at(value, path)
  return Array.isArray(list) ? list.map((item) => at(item, field)) : []
}

/** The fields of an object; any other value fails the test. */
export const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  Predicate.isObject(value) ? value : assert.fail(`not an object: ${JSON.stringify(value)}`)

/** The field names of an object, in its order. */
export const keysOf = (value: unknown): ReadonlyArray<string> => Object.keys(recordOf(value))

const answerOf = (response: Response, text: string): Answer => {
  const body = parsed(text)
  return {
    status: response.status,
    headers: response.headers,
    text,
    body,
    at: (path) => at(body, path),
    each: (path, field) => each(body, path, field)
  }
}

/** The whole service on a port of its own. It trusts its peers as proxies, so `X-Forwarded-For` sets the address. */
export class Service extends Context.Service<
  Service,
  {
    readonly baseUrl: string
    readonly call: (
      method: string,
      path: string,
      options?: { readonly headers?: Record<string, string> | undefined; readonly body?: unknown }
    ) => Effect.Effect<Answer>
    /** The findings of a verification of the ledger. */
    readonly findings: Effect.Effect<LedgerReport["findings"]>
    /** Every row of every table except idempotency keys, as text; empty unless over memory. */
    readonly rows: Effect.Effect<ReadonlySet<string>>
    /** Turns every stored answer into a request in flight with a minute of lease; does nothing unless over memory. */
    readonly holdKeys: Effect.Effect<void>
    /** Restores the initial dataset; does nothing unless over memory. */
    readonly reset: Effect.Effect<void>
  }
>()("test/support/Service") {}

/** The text of each row; rows never change in place, so it is made once. */
const texts = new WeakMap<object, string>()

/** Times of use, which are stored in the background and belong to no particular request. */
const background = new Set(["lastUsedAt", "lastSeenAt"])

const textOf = (table: TableName, row: object) => {
  const cached = texts.get(row)
  if (cached !== undefined) return cached
  const text = `${table} ${JSON.stringify(row, (name, value: unknown) => (background.has(name) ? null : value))}`
  texts.set(row, text)
  return text
}

const rowsOf = Effect.fnUntraced(function* (memory: Memory.Memory["Service"]) {
  const found = new Set<string>()
  const note = <Name extends TableName>(name: Name) =>
    Effect.map(TxHashMap.values(Memory.tableIn(memory, name)), (rows) => {
      for (const row of rows) found.add(textOf(name, row))
    })
  for (const name of tableNames) if (name !== "idempotencyKeys") yield* note(name)
  return found
}, Effect.tx)

const holdKeysOf = Effect.fnUntraced(
  function* ({ idempotencyKeys }: Memory.Memory["Service"]) {
    const leaseUntil = DateTime.add(yield* DateTime.now, { minutes: 1 })
    for (const [name, record] of yield* TxHashMap.entries(idempotencyKeys)) {
      yield* TxHashMap.set(idempotencyKeys, name, { ...record, status: null, body: null, leaseUntil })
    }
  },
  Effect.tx,
  Effect.provideService(Clock.Clock, wallClock)
)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Calls a running service; a body that is neither text nor bytes is sent as JSON. Every response is checked against its
 * endpoint's declaration; see `assertDecodes`.
 */
export const caller =
  (baseUrl: string): Service["Service"]["call"] =>
  (method, path, options = {}) =>
    Effect.gen(function* () {
      const { body } = options
      const answer = yield* Effect.promise(async () => {
        const response = await fetch(`${baseUrl}${path}`, {
          method,
          redirect: "manual",
          headers: {
            ...(body === undefined ? {} : { "content-type": "application/json" }),
            ...options.headers
          },
          ...(body === undefined
            ? {}
            : { body: typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body) })
        })
        return answerOf(response, await response.text())
      })
      yield* assertDecodes(method, path, answer.status, answer.body, answer.text)
      return answer
    })

type ServicesLayer = Layer.Layer<Layer.Success<typeof Services.layerMemory>, unknown, Configuration.Configuration>

const overMemory = (dataset: (now: DateTime.Utc) => Dataset): ServicesLayer => {
  const load = Effect.gen(function* () {
    const memory = yield* Memory.Memory
    yield* memory.load(dataset(yield* DateTime.now))
  })
  return testControls({ demo: true, reload: load }).pipe(
    Layer.provideMerge(Services.layerMemory),
    Layer.provideMerge(Layer.effectDiscard(load)),
    Layer.provideMerge(Memory.layer)
  )
}

/** Over PostgreSQL in process, so that what only a database rejects is covered as well. */
const overDatabase = (dataset: (now: DateTime.Utc) => Dataset): ServicesLayer => {
  const load = Effect.gen(function* () {
    yield* removeEverything()
    yield* insertDataset(dataset(yield* DateTime.now))
  }).pipe(Effect.orDie)
  return testControls({ demo: true, reload: load }).pipe(
    Layer.provideMerge(Services.layerSql),
    Layer.provideMerge(Layer.effectDiscard(load)),
    Layer.provideMerge(Postgres.layer)
  )
}

/** The service over the in-memory services, holding the demo data or `dataset`, configured by `environment`. */
export const layer = (
  options: {
    /** Memory by default. */
    readonly store?: "memory" | "embedded"
    readonly environment?: Record<string, string>
    readonly dataset?: (now: DateTime.Utc) => Dataset
    /** Serves the endpoints in another way, for comparison. */
    readonly endpoints?: Parameters<typeof application>[1]["endpoints"]
    /** Replaces services of the memory layer, for stubs. */
    readonly replace?: (
      services: Context.Context<Layer.Success<typeof Services.layerMemory>>
    ) => Context.Context<Layer.Success<typeof Services.layerMemory>>
    /** Counts in the process's metric registry, shared with other services, instead of its own. */
    readonly sharesMetrics?: boolean
    /** The wall clock by default. */
    readonly clock?: Clock.Clock
  } = {}
) => {
  const configuration = Configuration.layer({ store: options.store ?? "memory", demo: true }).pipe(
    Layer.provide(
      ConfigProvider.layer(
        ConfigProvider.fromUnknown({
          HUB_TRUSTED_PROXIES: "127.0.0.1",
          HUB_LIMIT_ADDRESS: "1000000",
          ...options.environment
        })
      )
    )
  )
  const dataset = options.dataset ?? demoDataset
  return Layer.effect(
    Service,
    Effect.gen(function* () {
      const settings = yield* Configuration.Configuration
      const built = yield* Layer.build(options.store === "embedded" ? overDatabase(dataset) : overMemory(dataset))
      const memory = Context.getOption(built, Memory.Memory)
      const initial = dataset(yield* DateTime.now)
      const services = options.replace?.(built) ?? built
      const app = yield* application(services, {
        trustedProxies: settings.trustedProxies,
        bodyLimitBytes: settings.bodyLimitBytes,
        ...(options.endpoints === undefined ? {} : { endpoints: options.endpoints })
      })
      const record = recordRefusals(yield* Effect.context<never>())
      const server = yield* NodeHttpServer.make(() => makeServer({ record }), { host: "127.0.0.1", port: 0 })
      yield* Effect.provideContext(server.serve(app), services)
      const baseUrl = HttpServer.formatAddress(server.address)
      const findings = Effect.map(verifyLedger(), (report) => report.findings)
      return Service.of({
        baseUrl,
        call: caller(baseUrl),
        findings: Effect.orDie(Effect.provideContext(findings, services)),
        rows: Option.match(memory, { onNone: () => Effect.succeed(new Set<string>()), onSome: rowsOf }),
        holdKeys: Option.match(memory, { onNone: () => Effect.void, onSome: holdKeysOf }),
        reset: Option.match(memory, { onNone: () => Effect.void, onSome: ({ load }) => load(initial) })
      })
    })
  ).pipe(
    Layer.provide(configuration),
    Layer.provide(Layer.succeed(Clock.Clock, options.clock ?? wallClock)),
    Layer.provide(options.sharesMetrics === true ? Layer.empty : Layer.sync(Metric.MetricRegistry, () => new Map())),
    Layer.orDie
  )
}
