import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Logger, Redacted, Result } from "effect"
import { HttpClient, type HttpClientError, HttpClientResponse } from "effect/http"
import { CircuitBreaker } from "effect/persistence"
import { TestClock } from "effect/testing"
import { createServer } from "node:net"
import { CoreNotReady, CorePositionUnknown, CoreUnavailable } from "../../src/domain/brands/BrandErrors.ts"
import { CoreApi } from "../../src/domain/brands/CoreApi.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import { layerHttp, makeCoreApiHttp } from "../../src/layers/coreApi/makeCoreApiHttp.ts"
import { patientClock } from "../support/patientClock.ts"
import * as CoreApiStub from "../support/servers/CoreApiStub.ts"

const key = Redacted.make("core-key")
const brand = {
  id: "brand-1",
  name: "Brand",
  slug: "brand",
  status: "active",
  logoUrl: null,
  venues: [],
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z"
}
const sound = { items: [brand], next: null }
const first = { organization: { id: OrganizationId.make(1), xid: "org/1" }, limit: 2, after: undefined }
const following = { ...first, after: "p&1" }

/** Calls a core that gives `answers` in turn, the last one from then on. */
const against = <A, E>(
  answers: ReadonlyArray<CoreApiStub.Answer>,
  use: (core: CoreApi["Service"], stub: Effect.Success<ReturnType<typeof CoreApiStub.serve>>) => Effect.Effect<A, E>
) =>
  Effect.gen(function* () {
    let turn = 0
    const stub = yield* CoreApiStub.serve(() =>
      Effect.succeed(answers[Math.min(turn++, answers.length - 1)] ?? "silence")
    )
    return yield* CoreApi.use((core) => use(core, stub)).pipe(
      Effect.provide([layerHttp({ url: stub.url, key, timeout: "1400 millis" }), Logger.layer([])]),
      Effect.provideService(Clock.Clock, patientClock(stub.silences))
    )
  })

/** Title, what the core does, how many requests it gets. */
const failures: ReadonlyArray<readonly [string, CoreApiStub.Answer, number]> = [
  ["does not answer", "silence", 3],
  ["drops the connection", "hang up", 3],
  ["answers 500", CoreApiStub.json(500, { secret: "stack" }), 3],
  ["answers 503", { status: 503, body: "" }, 3],
  ["answers with text that is not JSON", { status: 200, body: "<html>" }, 1],
  ["answers with an empty body", { status: 200, body: "" }, 1],
  ["answers with the wrong shape", CoreApiStub.json(200, { items: [{ ...brand, status: "sleeping" }], next: null }), 1],
  ["answers with an invalid time", CoreApiStub.json(200, { items: [{ ...brand, createdAt: "now" }], next: null }), 1],
  ["answers with more brands than requested", CoreApiStub.json(200, { items: [brand, brand, brand], next: null }), 1],
  ["answers with a position of 351 bytes", CoreApiStub.json(200, { items: [brand], next: `${"é".repeat(175)}p` }), 1],
  ["answers with more than 8 MiB", CoreApiStub.json(200, { ...sound, filler: "x".repeat(9 * 1024 * 1024) }), 1],
  ["refuses the key", CoreApiStub.json(401, {}), 1],
  ["does not know the organization", CoreApiStub.json(404, {}), 1],
  ["rate limits the hub", CoreApiStub.json(429, {}), 1],
  ["redirects", CoreApiStub.json(302, {}), 1]
]

describe("CoreApiHttp over a socket", () => {
  for (const [title, answer, tries] of failures) {
    it.live(`HUB-022: fails as unavailable when the core ${title}`, () =>
      against([answer], (core, stub) =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* Effect.flip(core.listBrands(first)), new CoreUnavailable())
          assert.strictEqual(stub.asked.length, tries)
        })
      )
    )
  }

  it.live("HUB-022: fails as unavailable when nothing listens", () =>
    Effect.gen(function* () {
      const url = yield* freeAddress
      const error = yield* CoreApi.use((core) => Effect.flip(core.listBrands(first))).pipe(
        Effect.provide([layerHttp({ url, key, timeout: "1500 millis" }), Logger.layer([])])
      )
      assert.deepStrictEqual(error, new CoreUnavailable())
    })
  )

  for (const answer of ["silence", "hang up", CoreApiStub.json(500, {})] as const) {
    it.live(`HUB-022: tries again after ${JSON.stringify(answer)}`, () =>
      against([answer, CoreApiStub.json(200, sound)], (core, stub) =>
        Effect.gen(function* () {
          assert.strictEqual((yield* core.listBrands(first)).items[0]?.id, "brand-1")
          assert.strictEqual(stub.asked.length, 2)
        })
      )
    )
  }

  it.live("HUB-001: calls the core on every read, with the hub's own key, over persistent connections", () =>
    against(
      [
        CoreApiStub.json(200, sound),
        CoreApiStub.json(200, { items: [{ ...brand, name: "Renamed", unknown: 1 }], next: "p&2" })
      ],
      (core, stub) =>
        Effect.gen(function* () {
          yield* core.listBrands(first)
          const page = yield* core.listBrands(following)
          assert.strictEqual(page.items[0]?.name, "Renamed")
          assert.notProperty(page.items[0], "unknown")
          assert.strictEqual(page.next, "p&2")
          const path = "/core/organizations/org%2F1/brands"
          const authorization = "Bearer core-key"
          assert.deepStrictEqual(stub.asked, [
            { path, authorization, limit: 2, after: undefined },
            { path, authorization, limit: 2, after: "p&1" }
          ])
          for (let read = 0; read < 20; read++) yield* core.listBrands(first)
          // The client may open a second one for a request in the event-loop turn in which the first answer ended.
          assert.isAtMost(stub.connections(), 2)
        })
    )
  )

  it.live("HUB-020: distinguishes an unknown position from a failure", () =>
    against(
      [CoreApiStub.json(400, { code: "position_unknown" }), CoreApiStub.json(400, { code: "limit" })],
      (core, stub) =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* Effect.flip(core.listBrands(following)), new CorePositionUnknown())
          assert.deepStrictEqual(yield* Effect.flip(core.listBrands(following)), new CoreUnavailable())
          assert.strictEqual(stub.asked.length, 2)
        })
    )
  )
})

/** An address on which nothing listens: a port that was just released. */
const freeAddress = Effect.callback<URL>((resume) => {
  const server = createServer()
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    server.close(() => resume(Effect.succeed(new URL(`http://127.0.0.1:${port}`))))
  })
})

type Reply = () => Effect.Effect<Response, HttpClientError.HttpClientError>

/** The service on the test clock, over a client that replies with `core.reply` and counts requests. */
const scripted = Effect.gen(function* () {
  const core: { reply: Reply; requests: number } = { reply: () => Effect.never, requests: 0 }
  const client = HttpClient.make((request) =>
    Effect.suspend(() => {
      core.requests += 1
      return Effect.map(core.reply(), (response) => HttpClientResponse.fromWeb(request, response))
    })
  )
  const service = yield* makeCoreApiHttp({ url: new URL("http://core.test"), key, timeout: "1500 millis" }).pipe(
    Effect.provideService(HttpClient.HttpClient, client)
  )
  return { core, service }
}).pipe(Effect.provide(CircuitBreaker.layerStoreMemory()))

const status =
  (code: number): Reply =>
  () =>
    Effect.succeed(new Response("{}", { status: code }))
const healthy: Reply = () => Effect.succeed(new Response(JSON.stringify(sound)))

/** Runs a call while the clock advances enough for all of its tries. */
const within = Effect.fnUntraced(function* <A, E>(call: Effect.Effect<A, E>) {
  const fiber = yield* Effect.forkChild(Effect.result(call), { startImmediately: true })
  yield* TestClock.adjust("4500 millis")
  return yield* Fiber.join(fiber)
})

const unavailable = Result.fail(new CoreUnavailable())
const notReady = Result.fail(new CoreNotReady())

describe("CoreApiHttp on the test clock", () => {
  it.effect("HUB-022: gives up on a silent core within 4.5 s, after three tries", () =>
    Effect.gen(function* () {
      const { core, service } = yield* scripted
      assert.deepStrictEqual(yield* within(service.listBrands(first)), unavailable)
      assert.strictEqual(core.requests, 3)
    })
  )

  it.effect("HUB-022: opens the circuit at the fifth failure in a row and then stops calling", () =>
    Effect.gen(function* () {
      const { core, service } = yield* scripted
      core.reply = status(500)
      for (let call = 0; call < 5; call++) {
        assert.deepStrictEqual(yield* within(service.listBrands(first)), unavailable)
      }
      assert.strictEqual(core.requests, 15)
      assert.deepStrictEqual(yield* Effect.result(service.listBrands(first)), notReady)
      assert.strictEqual(core.requests, 15)
    })
  )

  it.effect("HUB-022: calls again after 10 s; a failure keeps the circuit open, a response closes it", () =>
    Effect.gen(function* () {
      const { core, service } = yield* scripted
      core.reply = status(500)
      for (let call = 0; call < 5; call++) yield* within(service.listBrands(first))
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(yield* within(service.listBrands(first)), unavailable)
      core.reply = healthy
      assert.deepStrictEqual(yield* Effect.result(service.listBrands(first)), notReady)
      yield* TestClock.adjust("10 seconds")
      assert.isTrue(Result.isSuccess(yield* Effect.result(service.listBrands(first))))
      assert.isTrue(Result.isSuccess(yield* Effect.result(service.listBrands(first))))
    })
  )

  it.effect("HUB-022: does not open the circuit when the core refuses an organization", () =>
    Effect.gen(function* () {
      const { core, service } = yield* scripted
      core.reply = status(404)
      for (let call = 0; call < 10; call++) yield* Effect.result(service.listBrands(first))
      core.reply = healthy
      assert.isTrue(Result.isSuccess(yield* Effect.result(service.listBrands(first))))
    })
  )

  it.effect("HUB-022: logs the reason once per call, without the key or the core's response", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const logger = Logger.make((entry) => {
        lines.push(Logger.formatJson.log(entry))
      })
      const { core, service } = yield* scripted
      core.reply = () => Effect.succeed(new Response(JSON.stringify({ items: ["guest text"], next: null })))
      yield* Effect.result(service.listBrands(first)).pipe(Effect.provide(Logger.layer([logger])))
      core.reply = status(500)
      yield* within(service.listBrands(first)).pipe(Effect.provide(Logger.layer([logger])))
      assert.strictEqual(lines.length, 2)
      assert.include(lines[0], "items.0")
      assert.include(lines[1], "status 500")
      assert.notMatch(lines.join(), /core-key|guest text/)
    })
  )
})
