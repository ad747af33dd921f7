import { connect, createServer, type Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Logger, Metric, Redacted, Schedule, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { createClient } from "redis"
import type { RateLimitPolicy } from "../../src/domain/ratelimit/RateLimitPolicy.ts"
import { RateLimits } from "../../src/domain/ratelimit/RateLimits.ts"
import { metrics } from "../../src/domain/shared/metrics.ts"
import * as RateLimitsLayer from "../../src/layers/rateLimits/RateLimitsLayer.ts"
import { eventually } from "../support/eventually.ts"
import { countedTogether } from "../support/servers/countedTogether.ts"
import { freePort } from "../support/servers/freePort.ts"

const redisUrl = process.env["REDIS_URL"]
/** The most timers of 10 ms that may fire during a decision: 250 ms, unless others delay this process. */
const bound = 25
const policy: RateLimitPolicy = { name: "outage", limit: 3, windowSeconds: 600 }
const someone = () => `subject-${crypto.randomUUID()}`
/** Subjects for rounds of `countedTogether`. */
const budgets = () => Array.from({ length: 10 }, someone)

/** The limits of a process that starts now, with Redis at `url`. */
const start = (url: string): Effect.Effect<RateLimits["Service"], never, Scope.Scope> =>
  Effect.map(Layer.build(RateLimitsLayer.layerRedis({ url: Redacted.make(url) })), Context.get(RateLimits))

/** Counts the timers of 10 ms that fire during an effect, so that delays of this process do not count. */
const ticksOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    let ticks = 0
    const timer = setInterval(() => void ticks++, 10)
    return effect.pipe(
      Effect.map((result) => ({ ticks, result })),
      Effect.ensuring(Effect.sync(() => clearInterval(timer)))
    )
  })

const fallbacks = Effect.map(Metric.value(metrics.rateLimitFallbacks.of({})), (state) => state.count)

const use = Effect.fnUntraced(function* (limits: RateLimits["Service"], subject: string) {
  const [window] = yield* limits.take([{ policy, subject }])
  assert.isDefined(window)
  return window
})

/** A listener on 127.0.0.1 that passes its sockets to `onSocket` and closes together with them. */
const listen = (port: number, onSocket: (socket: Socket) => void) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly port: number; readonly close: Effect.Effect<void> }>((resume) => {
      const sockets = new Set<Socket>()
      const server = createServer((socket) => {
        sockets.add(socket)
        socket.on("error", () => {})
        socket.on("close", () => sockets.delete(socket))
        onSocket(socket)
      })
      const close = Effect.callback<void>((closed) => {
        server.close(() => closed(Effect.void))
        for (const socket of sockets) socket.destroy()
      })
      server.listen(port, "127.0.0.1", () => {
        const address = server.address()
        resume(Effect.succeed({ port: address !== null && typeof address === "object" ? address.port : 0, close }))
      })
    }),
    ({ close }) => close
  )

/** Redis behind a line that can be held, so that bytes wait without an error, or cut silently for every connection. */
const line = (at = 0) => {
  const state = { held: false, generation: 0 }
  const target = new URL(redisUrl ?? "")
  const forward = (from: Socket, to: Socket) => {
    const { generation } = state
    from.on("data", (bytes) => {
      const send = () => {
        if (state.held) setTimeout(send, 20)
        else if (generation === state.generation) to.write(bytes)
      }
      send()
    })
    from.on("close", () => to.destroy())
    from.on("error", () => {})
  }
  return Effect.map(
    listen(at, (socket) => {
      const upstream = connect(Number(target.port || 6379), target.hostname)
      forward(socket, upstream)
      forward(upstream, socket)
    }),
    ({ port, close }) => ({ url: through(port), close, state })
  )
}

/** The URL of the Redis under test through another port of this host. */
const through = (port: number) => {
  const url = new URL(redisUrl ?? "")
  url.host = `127.0.0.1:${port}`
  return url.href
}

const quietly = Effect.provide(Logger.layer([]))

const isShared = (limits: RateLimits["Service"]) => eventually("limits are shared", limits.healthy)

describe("rate limits without Redis", () => {
  it.live("HUB-090: starts without Redis, decides locally within 250 ms and counts the fallbacks", () =>
    Effect.gen(function* () {
      const started = yield* ticksOf(start(`redis://127.0.0.1:${yield* freePort}`))
      assert.isBelow(started.ticks, 150)
      const limits = started.result
      const [subject, before] = [someone(), yield* fallbacks]
      const answers = yield* Effect.forEach([1, 2, 3, 4], () => ticksOf(use(limits, subject)))
      assert.deepStrictEqual(
        answers.map(({ result }) => result.exceeded),
        [false, false, false, true]
      )
      assert.isBelow(Math.max(...answers.map(({ ticks }) => ticks)), bound)
      assert.strictEqual(yield* fallbacks, before + 4)
      assert.isFalse(yield* limits.healthy)
    }).pipe(Effect.scoped, quietly)
  )

  it.live("HUB-090: starts, decides and stops with a Redis that accepts connections and never answers", () =>
    Effect.gen(function* () {
      const sockets: Array<Socket> = []
      const { port } = yield* listen(0, (socket) => sockets.push(socket.resume()))
      const started = yield* ticksOf(
        Effect.scoped(
          Effect.gen(function* () {
            const limits = yield* start(`redis://127.0.0.1:${port}`)
            const answer = yield* ticksOf(use(limits, someone()))
            assert.isFalse(answer.result.exceeded)
            assert.isBelow(answer.ticks, bound)
          })
        )
      )
      assert.isBelow(started.ticks, 200)
      const left = Effect.sync(() => sockets.length > 0 && sockets.every((socket) => socket.destroyed))
      assert.isBelow((yield* ticksOf(eventually("the connections are closed", left))).ticks, 30)
    }).pipe(Effect.scoped, quietly)
  )

  it.effect("HUB-090: logs the outage once a minute, without the password", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const collect = Logger.layer([Logger.map(Logger.formatJson, (line) => void lines.push(line))])
      yield* Effect.gen(function* () {
        const limits = yield* start(`redis://user:hunter2@127.0.0.1:${yield* freePort}`)
        const subject = someone()
        for (let i = 0; i < 5; i++) yield* use(limits, subject)
        assert.strictEqual(lines.length, 1)
        yield* TestClock.adjust("59 seconds")
        yield* use(limits, subject)
        assert.strictEqual(lines.length, 1)
        yield* TestClock.adjust("1 second")
        yield* use(limits, subject)
        assert.strictEqual(lines.length, 2)
      }).pipe(Effect.provide(collect))
      assert.include(lines[0], "ECONNREFUSED")
      assert.notInclude(lines.join(), "hunter2")
    }).pipe(Effect.scoped)
  )
})

describe.skipIf(redisUrl === undefined)("rate limits and a Redis that comes and goes", () => {
  it.live("HUB-090: shares one budget between processes", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* start(redisUrl ?? ""), yield* start(redisUrl ?? "")]
      const shared = Effect.andThen(isShared(one), isShared(other))
      const windows = yield* countedTogether({ shared, fallbacks }, budgets(), (subject) =>
        Effect.gen(function* () {
          const takes = Array.from({ length: 20 }, (_, i) => use(i % 2 === 0 ? one : other, subject))
          return yield* Effect.all(takes, { concurrency: "unbounded" })
        })
      )
      assert.strictEqual(windows.filter((window) => !window.exceeded).length, 3)
    }).pipe(Effect.scoped)
  )

  it.live("HUB-090: counts in Redis while this process is busy, and lets exactly the limit pass", () =>
    Effect.gen(function* () {
      const limits = yield* start(redisUrl ?? "")
      const sixty = { ...policy, name: "busy", limit: 60 }
      const passed = yield* countedTogether({ shared: isShared(limits), fallbacks }, budgets(), (subject) =>
        Effect.gen(function* () {
          let passed = 0
          for (let round = 0; round < 6; round++) {
            const takes = Effect.all(
              Array.from({ length: 20 }, () => limits.take([{ policy: sixty, subject }])),
              { concurrency: "unbounded" }
            )
            const busy = Effect.sync(() => {
              const until = performance.now() + 400
              while (performance.now() < until);
            })
            const [windows] = yield* Effect.all([takes, busy], { concurrency: "unbounded" })
            passed += windows.flat().filter(({ exceeded }) => !exceeded).length
          }
          return passed
        })
      )
      assert.strictEqual(passed, 60)
    }).pipe(Effect.scoped, quietly)
  )

  it.live("HUB-090: a count in Redis expires within two windows", () =>
    Effect.gen(function* () {
      const limits = yield* start(redisUrl ?? "")
      const counting = (subject: string) => Effect.as(use(limits, subject), subject)
      const subject = yield* countedTogether({ shared: isShared(limits), fallbacks }, budgets(), counting)
      const client = yield* Effect.acquireRelease(
        Effect.promise(() => createClient({ url: redisUrl ?? "" }).connect()),
        (client) => Effect.sync(() => client.destroy())
      )
      const [key = "", ...others] = yield* Effect.promise(() => client.keys(`*${subject}`))
      assert.deepStrictEqual(others, [])
      const seconds = yield* Effect.promise(() => client.ttl(key))
      assert.isAtLeast(seconds, 0)
      assert.isAtMost(seconds, 2 * policy.windowSeconds)
    }).pipe(Effect.scoped)
  )

  it.live("HUB-090: decides locally while Redis is silent, waits for it once, and uses it again", () =>
    Effect.gen(function* () {
      const { state, url } = yield* line()
      const limits = yield* start(url)
      const counts = { shared: isShared(limits), fallbacks }
      const subject = yield* countedTogether(counts, budgets(), (one) => Effect.as(use(limits, one), one))
      state.held = true
      const before = yield* fallbacks
      // Uninterruptible writes must not wait longer either.
      assert.isBelow((yield* ticksOf(Effect.uninterruptible(use(limits, subject)))).ticks, bound)
      assert.isBelow((yield* ticksOf(use(limits, subject))).ticks, 5)
      assert.strictEqual(yield* fallbacks, before + 2)
      assert.isFalse(yield* limits.healthy)
      state.held = false
      const last = yield* countedTogether(counts, budgets(), () =>
        Effect.andThen(
          Effect.repeat(use(limits, subject), { until: (window) => window.exceeded, times: 3 }),
          use(limits, subject)
        )
      )
      assert.isTrue(last.exceeded)
    }).pipe(Effect.scoped, quietly)
  )

  it.live("HUB-090: opens a new connection when the old one stays silent, even under load", () =>
    Effect.gen(function* () {
      const { state, url } = yield* line()
      const limits = yield* start(url)
      yield* isShared(limits)
      state.generation++
      yield* Effect.forkScoped(Effect.repeat(use(limits, someone()), Schedule.spaced("50 millis")))
      yield* eventually(
        "the silence is noticed",
        Effect.map(limits.healthy, (healthy) => !healthy)
      )
      yield* isShared(limits)
    }).pipe(Effect.scoped, quietly)
  )

  it.live("HUB-090: connects to a Redis that starts after the process, and again after a restart", () =>
    Effect.gen(function* () {
      const port = yield* freePort
      const limits = yield* start(through(port))
      const counts = { shared: isShared(limits), fallbacks }
      const counting = (subject: string) =>
        Effect.map(use(limits, subject), ({ remaining }) => ({ remaining, subject }))
      assert.isFalse(yield* limits.healthy)
      const up = yield* line(port)
      const { remaining, subject } = yield* countedTogether(counts, budgets(), counting)
      assert.strictEqual(remaining, 2)
      yield* up.close
      const before = yield* fallbacks
      assert.isBelow((yield* ticksOf(use(limits, someone()))).ticks, bound)
      assert.strictEqual(yield* fallbacks, before + 1)
      yield* line(port)
      const rounds = Array.from({ length: 10 }, () => subject)
      // Redis may also have counted a use whose answer came too late.
      assert.isBelow((yield* countedTogether(counts, rounds, counting)).remaining, 2)
    }).pipe(Effect.scoped, quietly)
  )
})
