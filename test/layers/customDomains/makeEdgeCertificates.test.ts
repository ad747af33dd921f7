import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createServer, type Socket } from "node:net"
import { makeEdgeCertificates } from "../../../src/layers/customDomains/makeEdgeCertificates.ts"
import { freePort } from "../../support/servers/freePort.ts"

/** A listener that hands each connection to `meet`. */
const listener = (meet: (socket: Socket) => void) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly port: number; readonly close: () => void }>((resume) => {
      const sockets = new Set<Socket>()
      const server = createServer((socket) => {
        sockets.add(socket)
        socket.on("error", () => {})
        meet(socket)
      })
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        resume(
          Effect.succeed({
            port,
            close: () => {
              for (const socket of sockets) socket.destroy()
              server.close()
            }
          })
        )
      })
    }),
    ({ close }) => Effect.sync(close)
  )

const checkAt = (port: number, timeoutMs = 60_000) =>
  makeEdgeCertificates({ host: "127.0.0.1", port, authorities: undefined, timeoutMs }).check("www.hotels-a.example")

const checkWith = (meet: (socket: Socket) => void, timeoutMs?: number) =>
  Effect.scoped(Effect.flatMap(listener(meet), ({ port }) => checkAt(port, timeoutMs)))

describe("handshakes with the edge", () => {
  it.live("A-137: an edge that does not listen is unreachable", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* checkAt(yield* freePort), "unreachable")
    })
  )

  it.live("A-137: an edge that sends an alert, hangs up or never finishes the handshake is refused", () =>
    Effect.gen(function* () {
      const alert = Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x50])
      assert.strictEqual(yield* checkWith((socket) => void socket.once("data", () => socket.end(alert))), "refused")
      assert.strictEqual(yield* checkWith((socket) => void socket.once("data", () => socket.destroy())), "refused")
      assert.strictEqual(yield* checkWith(() => {}, 1000), "refused")
    })
  )
})
