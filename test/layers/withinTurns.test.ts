import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { connect, createServer } from "node:net"
import { withinTurns } from "../../src/layers/withinTurns.ts"

const deadline = { ticks: 3, tickMillis: 20 }

/** Sends a byte to a peer in this process and waits until it comes back, which takes several turns of the loop. */
const echoed = Effect.acquireRelease(
  Effect.promise(async () => {
    const server = createServer((socket) => socket.pipe(socket))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    const socket = connect(port, "127.0.0.1")
    await new Promise((resolve) => socket.once("connect", resolve))
    return { server, socket }
  }),
  ({ server, socket }) =>
    Effect.sync(() => {
      socket.destroy()
      server.close()
    })
).pipe(
  Effect.map(({ socket }) => () => {
    const reply = new Promise<string>((resolve) => socket.once("data", () => resolve("reply")))
    socket.write("?")
    return reply
  })
)

const block = (millis: number) => {
  const until = performance.now() + millis
  while (performance.now() < until);
}

describe("withinTurns", () => {
  it.live("HUB-090: accepts a reply that arrived while this process was too busy to read it", () =>
    Effect.gen(function* () {
      const ask = yield* echoed
      const reply = withinTurns(ask(), deadline)
      block(20 * deadline.ticks * deadline.tickMillis)
      assert.strictEqual(yield* Effect.promise(() => reply), "reply")
    }).pipe(Effect.scoped)
  )

  it.live("HUB-090: rejects after the deadline, not before, and otherwise settles like the promise", () =>
    Effect.gen(function* () {
      const begun = performance.now()
      const late = yield* Effect.flip(Effect.tryPromise(() => withinTurns(new Promise(() => {}), deadline)))
      assert.include(String(late.cause), "no reply in time")
      // Timers may fire up to a millisecond early.
      assert.isAtLeast(performance.now() - begun, deadline.ticks * (deadline.tickMillis - 1))
      const failed = withinTurns(Promise.reject(new Error("closed")), deadline)
      assert.include(String((yield* Effect.flip(Effect.tryPromise(() => failed))).cause), "closed")
    })
  )
})
