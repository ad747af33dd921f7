import { assert, describe, it, layer } from "@effect/vitest"
import { Clock, Context, DateTime, Effect, Layer, Logger, TxHashMap } from "effect"
import { demoDataset } from "../../../src/demo/demoDataset.ts"
import { organizationIds } from "../../../src/demo/demoOrganizations.ts"
import type { BrandRow } from "../../../src/domain/brands/BrandRow.ts"
import { CoreApi } from "../../../src/domain/brands/CoreApi.ts"
import * as CoreApiLayer from "../../../src/layers/CoreApiLayer.ts"
import * as Memory from "../../../src/layers/memory/Memory.ts"
import { patientClock } from "../../support/patientClock.ts"
import * as CoreApiStub from "../../support/servers/CoreApiStub.ts"
import { freePort } from "../../support/servers/freePort.ts"
import { captureLogs } from "../../support/logs.ts"
import { keyHeader, type KeyName, refused } from "../../support/messaging.ts"
import * as Service from "../../support/http/service.ts"

const brands = "/api/external/v1/brands"
const quietly = Effect.provide(Logger.layer([]))

const list = (key: KeyName, query = "") =>
  Service.Service.use(({ call }) => call("GET", `${brands}${query}`, { headers: keyHeader(key) }))

const readMessaging = Service.Service.use(({ call }) =>
  call("GET", "/api/external/v1/messaging?scope=ws-a-main", { headers: keyHeader("KH_all") })
)

/** A core API whose brands the test can change. */
class Core extends Context.Service<
  Core,
  {
    readonly url: URL
    readonly put: (row: BrandRow) => Effect.Effect<void>
    readonly rows: Effect.Effect<ReadonlyArray<BrandRow>>
  }
>()("test/http/hub/Core") {}

const core = Layer.effect(
  Core,
  Effect.gen(function* () {
    const data = demoDataset(yield* DateTime.now)
    const memory = Context.get(yield* Layer.build(Memory.layer), Memory.Memory)
    yield* memory.load(data)
    const api = yield* Layer.build(CoreApiLayer.layerMemory.pipe(Layer.provide(Layer.succeed(Memory.Memory, memory))))
    const { url } = yield* CoreApiStub.serve(CoreApiStub.answerFrom(Context.get(api, CoreApi), data.organizations))
    return {
      url,
      put: (row) => Effect.tx(TxHashMap.set(memory.brands, String(row.id), row)),
      rows: Effect.tx(TxHashMap.values(memory.brands))
    }
  })
)

const over = (url: URL) => ({ CORE_API_URL: url.href, CORE_API_KEY: "core-key", CORE_API_TIMEOUT_MS: "1400" })

const withCore = Layer.unwrap(
  Effect.map(Core, ({ url }) => Service.layer({ environment: over(url), clock: patientClock(() => 0) }))
).pipe(Layer.provideMerge(core))

layer(withCore)("brands of a core API", (it) => {
  const rowOf = (name: string) =>
    Effect.flatMap(Core, ({ rows }) =>
      Effect.map(rows, (all) => all.find((row) => row.name === name) ?? assert.fail(`no ${name}`))
    )

  it.effect("HUB-001: a name that changes in the core shows in the next request", () =>
    Effect.gen(function* () {
      const { put } = yield* Core
      const row = yield* rowOf("Brand A1")
      assert.include((yield* list("KH_all")).each("items", "name"), "Brand A1")
      yield* put({ ...row, name: "Brand A1 renamed" })
      const names = (yield* list("KH_all")).each("items", "name")
      assert.include(names, "Brand A1 renamed")
      assert.notInclude(names, "Brand A1")
    })
  )

  it.effect("HUB-019: a brand inserted during a walk neither repeats nor hides another", () =>
    Effect.gen(function* () {
      const { put, rows } = yield* Core
      const before = (yield* rows).filter(({ organizationId }) => organizationId === organizationIds.D)
      const [template = assert.fail()] = before
      const seen: Array<unknown> = []
      let query = "?limit=7"
      for (let page = 0; page < 20; page++) {
        const answer = yield* list("KH_D", query)
        seen.push(...answer.each("items", "id"))
        const cursor = answer.at("nextCursor")
        if (cursor === null) break
        query = `?limit=7&cursor=${encodeURIComponent(String(cursor))}`
        // One sorts before the current position, one after it.
        yield* put({ ...template, id: 900 + page, documentId: `early${page}`, name: ` ${page}`, slug: `early-${page}` })
        yield* put({
          ...template,
          id: 950 + page,
          documentId: `late${page}`,
          name: `\u{10FFFF}${page}`,
          slug: `late-${page}`
        })
      }
      assert.strictEqual(new Set(seen).size, seen.length)
      for (const { documentId } of before) assert.include(seen, documentId)
    })
  )

  it.effect("HUB-005, GEN-003: returns the core's brands of the key's organization", () =>
    Effect.gen(function* () {
      const { rows } = yield* Core
      const own = (yield* rows).filter(({ organizationId }) => organizationId === organizationIds.B)
      assert.deepStrictEqual(
        (yield* list("KH_B")).each("items", "id"),
        own.map(({ documentId }) => documentId)
      )
    })
  )
})

/** Runs `use` with the service over a core that always reacts like this. */
const against = <A, E, R>(answer: CoreApiStub.Answer, use: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { silences, url } = yield* CoreApiStub.serve(() => Effect.succeed(answer))
    return yield* Effect.provide(use, Service.layer({ environment: over(url), clock: patientClock(silences) }))
  }).pipe(Effect.scoped, quietly)

const unavailable = Effect.gen(function* () {
  const answer = yield* list("KH_all")
  const body = refused(answer, 502, "core_unavailable")
  assert.strictEqual(body["type"], "urn:hub:problem:core_unavailable")
  assert.isString(answer.headers.get("x-ratelimit-limit"))
  assert.notMatch(answer.text, /127\.0\.0\.1|ECONN|stack|<html>/)
  assert.strictEqual((yield* readMessaging).status, 200)
})

describe("a core API that fails", () => {
  const failures: Readonly<Record<string, CoreApiStub.Answer>> = {
    "does not answer": "silence",
    "hangs up": "hang up",
    "answers 500": CoreApiStub.json(500, { message: "stack" }),
    "answers with invalid JSON": { status: 200, body: "<html>" },
    "answers in another shape": CoreApiStub.json(200, { brands: [] }),
    "rejects the key": CoreApiStub.json(401, {})
  }
  for (const [how, answer] of Object.entries(failures)) {
    it.live(`HUB-022, HUB-045, HUB-089: a core that ${how} makes brands 502; messaging works`, () =>
      against(answer, unavailable)
    )
  }

  it.live("HUB-022: an unreachable core makes brands 502", () =>
    Effect.gen(function* () {
      const url = new URL(`http://127.0.0.1:${yield* freePort}`)
      yield* Effect.provide(unavailable, Service.layer({ environment: over(url), clock: patientClock(() => 0) }))
    }).pipe(quietly)
  )

  it.live("HUB-022, HUB-089: after five failures the core is no longer called and brands are 503", () =>
    Effect.gen(function* () {
      const { asked: requests, url } = yield* CoreApiStub.serve(() => Effect.succeed(CoreApiStub.json(500, {})))
      yield* Effect.gen(function* () {
        for (let n = 0; n < 5; n++) refused(yield* list("KH_all"), 502, "core_unavailable")
        const before = requests.length
        refused(yield* list("KH_all"), 503, "service_unavailable")
        assert.strictEqual(requests.length, before)
      }).pipe(Effect.provide(Service.layer({ environment: over(url), clock: patientClock(() => 0) })))
    }).pipe(Effect.scoped, quietly)
  )

  it.live("HUB-020: a core that no longer has a cursor's position makes it invalid_cursor", () =>
    Effect.gen(function* () {
      let requests = 0
      const { url } = yield* CoreApiStub.serve(({ after }) =>
        Effect.succeed(
          after === undefined || requests++ > 0
            ? CoreApiStub.json(200, { items: [], next: "gone" })
            : CoreApiStub.json(400, { code: "position_unknown" })
        )
      )
      yield* Effect.gen(function* () {
        const cursor = encodeURIComponent(String((yield* list("KH_all")).at("nextCursor")))
        refused(yield* list("KH_all", `?cursor=${cursor}`), 400, "invalid_cursor")
      }).pipe(Effect.provide(Service.layer({ environment: over(url), clock: patientClock(() => 0) })))
    }).pipe(Effect.scoped, quietly)
  )
})

const broken = (service: CoreApi["Service"], environment = {}) =>
  Service.layer({ environment, replace: (services) => Context.add(services, CoreApi, service) })

describe("listBrands, internal faults", () => {
  it.live("HUB-092, GEN-010, HUB-089: a defect is 500 without its message; the log has it once", () => {
    const logs = captureLogs()
    const defect = { listBrands: () => Effect.die(new Error("SELECT secret FROM /var/lib at db.internal")) }
    return Effect.gen(function* () {
      const answer = yield* list("KH_all")
      const body = refused(answer, 500, "internal_error")
      assert.notMatch(JSON.stringify(body), /SELECT|secret|\/var|db\.internal|Error:|\bat\b.*\.ts/)
      assert.strictEqual(answer.headers.get("x-request-id"), answer.at("requestId"))
      assert.isString(answer.headers.get("x-ratelimit-limit"))
      assert.strictEqual((yield* readMessaging).status, 200)
      assert.strictEqual(logs.lines().filter(({ text }) => text.includes("db.internal")).length, 1)
    }).pipe(Effect.provide(broken(defect).pipe(Layer.provide(logs.layer))))
  })

  it.live("GEN-006, HUB-089: an interrupted request is 503 in the surface's shape", () =>
    Effect.gen(function* () {
      const answer = yield* list("KH_all")
      refused(answer, 503, "service_unavailable")
      assert.strictEqual(answer.headers.get("x-request-id"), answer.at("requestId"))
    }).pipe(Effect.provide(broken({ listBrands: () => Effect.interrupt })), quietly)
  )

  it.live("HUB-089: a request that exceeds HUB_REQUEST_TIMEOUT_MS is 503", () =>
    Effect.gen(function* () {
      const started = yield* Clock.currentTimeMillis
      refused(yield* list("KH_all"), 503, "service_unavailable")
      // Long before the timeout that applies by default.
      assert.isBelow((yield* Clock.currentTimeMillis) - started, 10_000)
    }).pipe(Effect.provide(broken({ listBrands: () => Effect.never }, { HUB_REQUEST_TIMEOUT_MS: "300" })), quietly)
  )
})
