import { connect, type Socket } from "node:net"
import type { ServerResponse } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeServer } from "../../../src/cli/server/makeServer.ts"
import { eventually } from "../../support/eventually.ts"
import { exchange } from "../../support/http/exchange.ts"
import { at } from "../../support/http/service.ts"

/** A server whose requests wait until they are answered by hand. */
const listeningFor = (graceMillis: number) =>
  Effect.acquireRelease(
    Effect.callback<{
      readonly baseUrl: string
      readonly port: number
      readonly waiting: Array<ServerResponse>
      readonly close: () => Promise<void>
    }>((resume) => {
      const server = makeServer({ graceMillis, record: () => {} })
      const waiting: Array<ServerResponse> = []
      server.on("request", (_request, response) => waiting.push(response))
      server.listen(0, "127.0.0.1", () => {
        const port = Number(at(server.address(), "port"))
        const close = () => new Promise<void>((done) => server.close(() => done()))
        resume(Effect.succeed({ baseUrl: `http://127.0.0.1:${port}`, port, waiting, close }))
      })
    }),
    ({ close, waiting }) =>
      Effect.promise(() => {
        for (const response of waiting) response.destroy()
        return close()
      })
  )

const listening = listeningFor(0)

/** A connection that stays open, with what it has received. */
const connection = (port: number) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly socket: Socket; readonly received: () => string; readonly isOpen: () => boolean }>(
      (resume) => {
        let received = ""
        let isOpen = true
        const socket = connect(port, "127.0.0.1", () =>
          resume(Effect.succeed({ socket, received: () => received, isOpen: () => isOpen }))
        )
        socket.on("data", (chunk) => (received += chunk.toString("latin1")))
        socket.on("close", () => (isOpen = false))
        socket.on("error", () => {})
      }
    ),
    ({ socket }) => Effect.sync(() => socket.destroy())
  )

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: hub\r\n\r\n`

/** Whether a new connection is refused or closed without an answer. */
const isRefused = (port: number) =>
  Effect.promise(() =>
    exchange(`http://127.0.0.1:${port}`, get("/late")).then(
      (text) => text === "",
      () => true
    )
  )

describe("a server that stops", () => {
  it.live("GEN-006: finishes requests in progress, refuses new connections, and closes kept ones when idle", () =>
    Effect.gen(function* () {
      const { close, port, waiting } = yield* listening
      const idle = yield* connection(port)
      const busy = yield* connection(port)
      busy.socket.write(get("/one"))
      yield* eventually(
        "the request is under way",
        Effect.sync(() => waiting.length === 1)
      )
      let isClosed = false
      void close().then(() => (isClosed = true))
      yield* eventually(
        "an idle connection is closed",
        Effect.sync(() => !idle.isOpen())
      )
      yield* eventually("a new connection is refused", isRefused(port))
      assert.isTrue(busy.isOpen())
      assert.isFalse(isClosed)
      waiting.pop()?.end("done")
      yield* eventually(
        "the answer arrives",
        Effect.sync(() => busy.received().includes("done"))
      )
      yield* eventually(
        "the connection is closed",
        Effect.sync(() => !busy.isOpen())
      )
      yield* eventually(
        "the server has stopped",
        Effect.sync(() => isClosed)
      )
    })
  )

  it.live("GEN-006, GEN-007: answers further requests on a kept connection with 503 without processing them", () =>
    Effect.gen(function* () {
      const { close, port, waiting } = yield* listening
      const busy = yield* connection(port)
      busy.socket.write(get("/one"))
      yield* eventually(
        "the request is under way",
        Effect.sync(() => waiting.length === 1)
      )
      void close()
      busy.socket.write(get("/api/external/v1/brands"))
      waiting.pop()?.end("done")
      yield* eventually(
        "the connection is closed",
        Effect.sync(() => !busy.isOpen())
      )
      const [first = "", second = ""] = busy.received().split(/(?=HTTP\/1\.1 )/)
      assert.include(first, "HTTP/1.1 200")
      assert.include(second, "HTTP/1.1 503")
      assert.match(second, /^content-type: application\/problem\+json/im)
      assert.match(second, /^connection: close/im)
      assert.deepInclude(JSON.parse(second.split("\r\n\r\n")[1] ?? ""), { status: 503, code: "service_unavailable" })
      assert.deepStrictEqual(waiting, [])
    })
  )
})

describe("a server within its grace period", () => {
  it.live("GEN-006, GEN-012: serves requests, announces that connections close, and is not ready", () =>
    Effect.gen(function* () {
      const { baseUrl, close, port, waiting } = yield* listeningFor(6000)
      const busy = yield* connection(port)
      const kept = yield* connection(port)
      busy.socket.write(get("/one"))
      yield* eventually(
        "the request is under way",
        Effect.sync(() => waiting.length === 1)
      )
      let isClosed = false
      void close().then(() => (isClosed = true))
      kept.socket.write(get("/two"))
      yield* eventually(
        "a request on a kept connection is served",
        Effect.sync(() => waiting.length === 2)
      )
      for (const response of waiting.splice(0)) response.end("done")
      for (const { isOpen, received } of [busy, kept]) {
        yield* eventually(
          "the connection is closed",
          Effect.sync(() => !isOpen())
        )
        assert.match(received(), /^HTTP\/1\.1 200 /)
        assert.match(received(), /^connection: close/im)
        assert.include(received(), "done")
      }
      const probe = yield* Effect.promise(() => exchange(baseUrl, get("/readyz")))
      assert.match(probe, /^HTTP\/1\.1 503 /)
      const pipelined = yield* connection(port)
      pipelined.socket.write(get("/three") + get("/four"))
      yield* eventually(
        "requests on a new connection are served",
        Effect.sync(() => waiting.length === 2)
      )
      for (const response of waiting.splice(0)) response.end("done")
      yield* eventually(
        "the connection is closed",
        Effect.sync(() => !pipelined.isOpen())
      )
      const [first = "", second = ""] = pipelined.received().split(/(?=HTTP\/1\.1 )/)
      assert.notMatch(first, /^connection: close/im)
      assert.match(second, /^connection: close/im)
      yield* eventually(
        "the server has stopped",
        Effect.sync(() => isClosed)
      )
    })
  )
})

describe("a server", () => {
  it.live("GEN-006: a client that has closed its half of the connection gets its answers", () =>
    Effect.gen(function* () {
      const { port, waiting } = yield* listening
      const half = yield* connection(port)
      half.socket.end(get("/one") + get("/two"))
      yield* eventually(
        "the requests are under way",
        Effect.sync(() => waiting.length === 2)
      )
      yield* Effect.sleep("100 millis")
      for (const response of waiting.splice(0)) response.end("done")
      yield* eventually(
        "the answers arrive, and the connection is closed",
        Effect.sync(() => !half.isOpen())
      )
      assert.strictEqual(half.received().split("done").length, 3)
    })
  )

  it.live("GEN-006: of 10,000 pipelined requests at most 8 run at once, and most stay unread", () =>
    Effect.gen(function* () {
      const { port, waiting } = yield* listening
      const total = 10_000
      const one = yield* connection(port)
      const text = `GET /one HTTP/1.1\r\nHost: hub\r\nX-Note: ${"x".repeat(200)}\r\n\r\n`
      one.socket.write(text.repeat(total))
      yield* eventually(
        "eight requests are at work",
        Effect.sync(() => waiting.length >= 8)
      )
      yield* Effect.sleep("300 millis")
      assert.lengthOf(waiting, 8)
      const { req } = waiting[0] ?? assert.fail("none")
      assert.isBelow(req.socket.bytesRead, (text.length * total) / 4)
      let answered = 0
      while (answered < total) {
        const batch = waiting.splice(0)
        assert.isAtMost(batch.length, 8)
        for (const response of batch) response.end(`answer ${answered++}.`)
        yield* Effect.promise(() => new Promise((done) => setImmediate(done)))
      }
      yield* eventually(
        "every answer arrives",
        Effect.sync(() => one.received().includes(`answer ${total - 1}.`))
      )
      const numbers = [...one.received().matchAll(/answer (\d+)\./g)].map(([, number]) => Number(number))
      assert.deepStrictEqual(
        numbers,
        Array.from({ length: total }, (_, index) => index)
      )
    })
  )

  it.live("GEN-006: a body behind 20 pipelined requests is read whole", () =>
    Effect.gen(function* () {
      const { port, waiting } = yield* listening
      const one = yield* connection(port)
      const body = "x".repeat(500_000)
      one.socket.write(
        get("/one").repeat(20) + `POST /two HTTP/1.1\r\nHost: hub\r\nContent-Length: ${body.length}\r\n\r\n`
      )
      one.socket.write(body)
      let read = 0
      yield* eventually(
        "the body is read",
        Effect.sync(() => {
          for (const response of waiting.splice(0)) {
            if (response.req.method === "GET") response.end()
            else response.req.on("data", (chunk: Buffer) => (read += chunk.length)).on("end", () => response.end())
          }
          return read === body.length
        })
      )
      assert.strictEqual(read, body.length)
    })
  )

  it.live("GEN-006, GEN-013: a request without Host is a 400 in JSON", () =>
    Effect.gen(function* () {
      const { baseUrl, waiting } = yield* listening
      const text = yield* Effect.promise(() => exchange(baseUrl, "GET /v1/members/me HTTP/1.1\r\n\r\n"))
      assert.match(text, /^HTTP\/1\.1 400 /)
      assert.match(text, /^x-request-id: [0-9a-f-]{36}\r$/im)
      assert.strictEqual(at(JSON.parse(text.split("\r\n\r\n")[1] ?? ""), "statusCode"), 400)
      assert.deepStrictEqual(waiting, [])
    })
  )

  it.live("GEN-006: a request behind an answer that closes the connection is not processed (RFC 9112, 9.6)", () =>
    Effect.gen(function* () {
      const { port, waiting } = yield* listening
      const one = yield* connection(port)
      one.socket.write(`GET /one HTTP/1.1\r\n\r\n${get("/behind")}`)
      yield* eventually(
        "the connection is closed",
        Effect.sync(() => !one.isOpen())
      )
      assert.match(one.received(), /^HTTP\/1\.1 400 [^]*connection: close/i)
      assert.lengthOf(one.received().match(/^HTTP\/1\.1 \d/gm) ?? [], 1)
      assert.deepStrictEqual(waiting, [])
    })
  )

  it.live("GEN-013: a refusal by the server carries the caller's request id if valid, else a UUID", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* listening
      const refusalFor = (id: string) =>
        Effect.promise(() => exchange(baseUrl, `GET /v1/members/me HTTP/1.1\r\nX-Request-ID: ${id}\r\n\r\n`))
      assert.match(yield* refusalFor("it-42"), /^x-request-id: it-42\r$/im)
      assert.match(yield* refusalFor("not valid"), /^x-request-id: [0-9a-f-]{36}\r$/im)
    })
  )

  it.live("GEN-006: garbage during an answer closes the connection without a second answer", () =>
    Effect.gen(function* () {
      const { port, waiting } = yield* listening
      const busy = yield* connection(port)
      busy.socket.write(get("/one"))
      yield* eventually(
        "the request is under way",
        Effect.sync(() => waiting.length === 1)
      )
      waiting[0]?.writeHead(200, { "content-length": "100" })
      waiting[0]?.write("begun")
      yield* eventually(
        "the answer has begun",
        Effect.sync(() => busy.received().includes("begun"))
      )
      busy.socket.write("no HTTP at all\r\n\r\n")
      yield* eventually(
        "the connection is closed",
        Effect.sync(() => !busy.isOpen())
      )
      assert.strictEqual(busy.received().split("HTTP/1.1 ").length, 2)
    })
  )
})
