import { Clock, Data, Effect, Redacted } from "effect"
import { windowEnd } from "../../domain/ratelimit/RateLimitPolicy.ts"
import type { RateLimitUse, RateLimitWindow } from "../../domain/ratelimit/RateLimits.ts"
import { withinTurns } from "../withinTurns.ts"

/** The timeout of a decision in Redis, 150 ms: callers are promised an answer within 250 ms. */
const deadline = { ticks: 3, tickMillis: 50 }

/**
 * The pause after a failed command. It must outlast an unresponsive connection, which closes `pingInterval +
 * socketTimeout` after the last command: further commands would keep it open.
 */
const pauseMillis = 3000
const pingInterval = 1000
const socketTimeout = 1500

// Time comes from the caller (ARGV[1]), because hosts agree on their clocks and tests set them; Redis's own clock is
// never used. Expiry only collects unused keys. A window that ends more than two lengths ahead dates from before the
// clock was set back.
const lua = `
local now = tonumber(ARGV[1])
local reply = {}
for i, key in ipairs(KEYS) do
  local limit, length, fresh = tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i]), ARGV[3 * i + 1]
  local kept = redis.call("HMGET", key, "resetAt", "count")
  local resetAt, count = tonumber(kept[1] or ""), tonumber(kept[2] or "")
  if not resetAt or not count or resetAt <= now or resetAt - now > 2 * length then
    resetAt, count = tonumber(fresh), 0
    redis.call("HSET", key, "resetAt", fresh, "count", "0")
    redis.call("PEXPIRE", key, 2 * length)
  end
  local exceeded = count >= limit
  if not exceeded then count = redis.call("HINCRBY", key, "count", 1) end
  reply[3 * i - 2], reply[3 * i - 1], reply[3 * i] = math.max(0, limit - count), resetAt, exceeded and 1 or 0
end
return reply`

const keysOf = (uses: ReadonlyArray<RateLimitUse>) =>
  uses.map(({ policy, subject }) => `hub:rate:${policy.name}:${subject}`)

const argumentsOf = (uses: ReadonlyArray<RateLimitUse>, now: number) => {
  const args = [String(now)]
  for (const { policy } of uses) {
    args.push(String(policy.limit), String(policy.windowSeconds * 1000), String(windowEnd(policy, now)))
  }
  return args
}

const windowsOf = (uses: ReadonlyArray<RateLimitUse>, reply: unknown): ReadonlyArray<RateLimitWindow> => {
  const numbers = Array.isArray(reply) ? reply : []
  return uses.map(({ policy }, i) => {
    const [remaining, resetAt, exceeded]: ReadonlyArray<unknown> = numbers.slice(3 * i, 3 * i + 3)
    if (typeof remaining !== "number" || typeof resetAt !== "number") throw new TypeError("Unexpected script reply")
    return { policy, remaining, resetAt, exceeded: exceeded === 1 }
  })
}

const describe = (error: unknown): string => {
  // A host name with several addresses fails with an AggregateError, which has an empty message.
  const [cause] = error instanceof AggregateError ? error.errors : [error]
  return cause instanceof Error ? cause.message : "no reply"
}

class RedisUrlUnusable extends Data.TaggedError("RedisUrlUnusable")<{ readonly message: string }> {}

const makeClient = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  // Loaded on demand, because it adds 0.2 s and 25 MB to every start.
  const { createClient, defineScript } = yield* Effect.promise(() => import("redis"))
  const take = defineScript({
    SCRIPT: lua,
    parseCommand: (parser, uses: ReadonlyArray<RateLimitUse>, now: number) => {
      parser.pushKeysLength(keysOf(uses))
      parser.push(...argumentsOf(uses, now))
    },
    transformReply: (reply: unknown) => reply
  })
  return yield* Effect.acquireRelease(
    Effect.try({
      try: () =>
        createClient({
          url: Redacted.value(url),
          RESP: 2,
          scripts: { take },
          disableOfflineQueue: true,
          commandsQueueMaxLength: 10_000,
          commandOptions: { timeout: 0 },
          pingInterval,
          socket: {
            connectTimeout: 1000,
            socketTimeout,
            reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 1000)
          }
        }),
      // The cause would reveal the URL, and with it the password.
      catch: () => new RedisUrlUnusable({ message: "The Redis URL cannot be used" })
    }),
    // Not `close`, which waits for replies that an unresponsive Redis never sends.
    (client) => Effect.sync(() => client.destroy())
  ).pipe(Effect.orDie)
})

/**
 * Counts in Redis, shared by every process, with one script call per decision. `take` returns undefined if Redis does
 * not answer in time; `lastError` then gives the reason. Waits at most a second for the first connection, and
 * reconnects by itself.
 */
export const redisRateLimits = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const client = yield* makeClient(url)
  let lastError = "not connected"
  let pausedUntil = 0
  // Without a listener an error would crash the process. Decisions report it when they fall back.
  client.on("error", (error: unknown) => {
    lastError = describe(error)
  })

  yield* Effect.callback<void>((resume) => {
    client.once("ready", () => resume(Effect.void))
    client.once("error", () => resume(Effect.void))
    client.connect().catch(() => {})
  }).pipe(
    Effect.timeoutOption("1 second"),
    // Real time, even if a test sets the clock of the windows.
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
  )

  const ask = <A>(command: () => Promise<A>): Effect.Effect<A | undefined> =>
    Effect.suspend(() => {
      if (!client.isReady || performance.now() < pausedUntil) return Effect.undefined
      return Effect.tryPromise({ try: () => withinTurns(command(), deadline), catch: describe }).pipe(
        Effect.catch((reason) =>
          Effect.sync(() => {
            lastError = reason
            pausedUntil = performance.now() + pauseMillis
            return undefined
          })
        )
      )
    })

  return {
    counter: "Redis",
    take: (uses: ReadonlyArray<RateLimitUse>, now: number) =>
      ask(() => client.take(uses, now).then((reply) => windowsOf(uses, reply))),
    healthy: Effect.map(
      ask(() => client.ping()),
      (pong) => pong !== undefined
    ),
    /** Drops all counts, including those of other processes. */
    forget: ask(async () => {
      for await (const keys of client.scanIterator({ MATCH: "hub:rate:*", COUNT: 1000 })) {
        if (keys.length > 0) await client.unlink(keys)
      }
    }),
    lastError: () => lastError
  }
})
