import { assert, describe, it } from "@effect/vitest"
import { DateTime, Deferred, Effect, Fiber, Layer } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { TestClock } from "effect/testing"
import { createServer, type ServerResponse } from "node:http"
import * as ChatPostsLayer from "../../src/layers/ChatPostsLayer.ts"
import { answerAll, now, numberingAssistant, responseUrl, rowsOf, say, services } from "../support/consultations.ts"

/** A request that the platform received. */
interface Posted {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly contentType: string | undefined
  readonly body: unknown
}

type Answer = (response: ServerResponse) => void

const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end()

/** A chat platform on a local port, with the requests it received and its way of answering. */
const startPlatform = Effect.acquireRelease(
  Effect.callback<{
    readonly url: string
    readonly posted: Array<Posted>
    readonly says: { answer: Answer }
    readonly close: () => void
  }>((resume) => {
    const posted: Array<Posted> = []
    const says: { answer: Answer } = { answer: status(200) }
    const server = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        const { headers, method, url } = request
        const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
        posted.push({ method, path: url, contentType: headers["content-type"], body })
        says.answer(response)
      })
    })
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      const close = () => {
        server.closeAllConnections()
        server.close()
      }
      resume(Effect.succeed({ url: `http://127.0.0.1:${port}`, posted, says, close }))
    })
  }),
  ({ close }) => Effect.sync(close)
)

/** A platform, and the job that answers and posts. Requests to the platform's host go to the local port. */
const start = Effect.gen(function* () {
  yield* TestClock.setTime(DateTime.toEpochMillis(now))
  const platform = yield* startPlatform
  const { host } = new URL(responseUrl)
  const toPort = HttpClient.mapRequest((request: HttpClientRequest.HttpClientRequest) =>
    HttpClientRequest.setUrl(request, request.url.replace(`https://${host}`, platform.url))
  )
  const client = Layer.effect(HttpClient.HttpClient, Effect.map(HttpClient.HttpClient, toPort)).pipe(
    Layer.provide(ChatPostsLayer.client)
  )
  // `services` has this layer already, whose instance would be shared.
  const posts = yield* Layer.build(Layer.fresh(ChatPostsLayer.layerOver).pipe(Layer.provide(client)))
  const assistant = numberingAssistant()
  const deliver = answerAll.pipe(Effect.provide(assistant.layer), Effect.provideContext(posts))
  return { ...platform, deliver }
})

const { pathname } = new URL(responseUrl)

const expected = (text: string): Posted => ({
  method: "POST",
  path: pathname,
  contentType: "application/json",
  body: { response_type: "ephemeral", text }
})

/** The outbox entry that posts an answer, the later of a question's two. */
const replyOrder = Effect.map(
  rowsOf("outbox"),
  (rows) => rows.toSorted((a, b) => b.id - a.id)[0] ?? assert.fail("none")
)

describe("answers of consultations over HTTP", () => {
  it.effect("INT-044: posts an answer once, as JSON, to the URL that came with the question", () =>
    Effect.gen(function* () {
      const { deliver, posted } = yield* start
      yield* say("consult Who arrives today?")
      assert.deepStrictEqual(yield* deliver, { sent: 2, failed: 0, deferred: 0, cancelled: 0 })
      assert.deepStrictEqual(posted, [expected("Answer 1")])
      assert.strictEqual((yield* deliver).sent, 0)
      assert.lengthOf(posted, 1)
    }).pipe(Effect.scoped, Effect.provide(services))
  )

  it.effect("INT-044: posts an answer that the platform refuses or redirects once, and does not keep it", () =>
    Effect.gen(function* () {
      const { deliver, posted, says } = yield* start
      for (const [index, refusal] of [status(403), status(404), status(302, { location: "/elsewhere" })].entries()) {
        says.answer = refusal
        yield* say(index === 0 ? "consult Who arrives today?" : "ask And then?")
        assert.deepStrictEqual(yield* deliver, { sent: 1, failed: 1, deferred: 0, cancelled: 0 })
        const { payload, status: settled } = yield* replyOrder
        assert.strictEqual(settled, "failed")
        assert.include(JSON.stringify(payload), '"sealed":null')
        yield* TestClock.adjust("2 hours")
        assert.deepStrictEqual(yield* deliver, { sent: 0, failed: 0, deferred: 0, cancelled: 0 })
        assert.lengthOf(posted, index + 1)
        yield* TestClock.setTime(DateTime.toEpochMillis(now))
      }
      assert.deepStrictEqual(
        posted.map(({ path }) => path),
        posted.map(() => pathname)
      )
    }).pipe(Effect.scoped, Effect.provide(services))
  )

  it.effect(
    "INT-044: posts again when the outbox entry is due, if the platform failed or did not answer in ten seconds",
    () =>
      Effect.gen(function* () {
        const { deliver, posted, says } = yield* start
        const arrived = yield* Deferred.make<void>()
        says.answer = () => Deferred.doneUnsafe(arrived, Effect.void)
        yield* say("consult Who arrives today?")
        const slow = yield* Effect.forkChild(deliver)
        yield* Deferred.await(arrived)
        yield* TestClock.adjust("10 seconds")
        assert.deepStrictEqual(yield* Fiber.join(slow), { sent: 1, failed: 0, deferred: 1, cancelled: 0 })

        says.answer = status(503)
        for (const [attempts, longest] of [
          [1, 30_000],
          [2, 60_000],
          [3, 120_000]
        ] as const) {
          const from = DateTime.toEpochMillis(yield* DateTime.now)
          const order = yield* replyOrder
          const dueAt = DateTime.toEpochMillis(order.dueAt ?? assert.fail("never due"))
          assert.deepStrictEqual([order.status, order.attempts], ["pending", attempts])
          assert.isTrue(dueAt - from >= longest / 2 && dueAt - from <= longest, `${dueAt - from} ms to wait`)
          yield* TestClock.setTime(dueAt - 1)
          assert.strictEqual((yield* deliver).deferred, 0)
          assert.lengthOf(posted, attempts)
          yield* TestClock.setTime(dueAt)
          if (attempts === 3) says.answer = status(200)
          const { deferred, sent } = yield* deliver
          assert.deepStrictEqual([sent, deferred], attempts === 3 ? [1, 0] : [0, 1])
        }
        assert.deepStrictEqual(
          posted,
          Array.from({ length: 4 }, () => expected("Answer 1"))
        )
        assert.strictEqual((yield* replyOrder).status, "sent")
      }).pipe(Effect.scoped, Effect.provide(services))
  )

  it.effect("INT-044: posts again no sooner than the platform's Retry-After says, but within an hour", () =>
    Effect.gen(function* () {
      const { deliver, says } = yield* start
      yield* say("consult Who arrives today?")
      const answers: ReadonlyArray<readonly [header: string, shortest: number, longest: number]> = [
        ["600", 600_000, 600_000],
        ["0", 30_000, 60_000],
        ["99999999999999999999", 3_600_000, 3_600_000],
        ["-900", 120_000, 240_000],
        ["Fri, 31 Dec 2027 23:59:59 GMT", 240_000, 480_000]
      ]
      for (const [header, shortest, longest] of answers) {
        says.answer = status(429, { "retry-after": header })
        assert.strictEqual((yield* deliver).deferred, 1)
        const from = DateTime.toEpochMillis(yield* DateTime.now)
        const dueAt = DateTime.toEpochMillis((yield* replyOrder).dueAt ?? assert.fail("never due"))
        assert.isTrue(dueAt - from >= shortest && dueAt - from <= longest, `${header}: ${dueAt - from} ms to wait`)
        yield* TestClock.setTime(dueAt)
      }
    }).pipe(Effect.scoped, Effect.provide(services))
  )
})
