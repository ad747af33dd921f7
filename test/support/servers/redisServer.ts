import { Effect, Scope } from "effect"
import { connect } from "node:net"
import { type Child, startChild } from "./child.ts"
import { eventually } from "../eventually.ts"
import { freePort } from "./freePort.ts"

const answers = (port: number) =>
  Effect.callback<boolean>((resume) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"))
    const finish = (ok: boolean) => {
      socket.destroy()
      resume(Effect.succeed(ok))
    }
    socket.once("data", (reply) => finish(reply.toString("utf8").startsWith("+PONG")))
    socket.once("error", () => finish(false))
  })

/** A Redis server for one test, which can stop and start it; it keeps no data across a stop. */
export const makeRedis = Effect.gen(function* () {
  const scope = yield* Effect.scope
  const port = yield* freePort
  const isUp = (server: Child) =>
    Effect.flatMap(answers(port), (up) =>
      up || server.isRunning() ? Effect.succeed(up) : Effect.die(new Error(`Redis did not start:\n${server.log()}`))
    )
  const launch = Effect.gen(function* () {
    const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    const server = yield* startChild("redis-server", args)
    yield* eventually("Redis answers", isUp(server))
    return server
  }).pipe(Scope.provide(scope))

  let server = yield* launch
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: Effect.suspend(() => Effect.andThen(server.signal("SIGTERM"), Effect.asVoid(server.ended))),
    start: Effect.map(launch, (started) => {
      server = started
    })
  }
})
