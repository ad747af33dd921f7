import { NodeHttpServer } from "@effect/platform-node"
import { Duration, Effect, Layer, References } from "effect"
import { HttpServer } from "effect/http"
import { createServer } from "node:http"
import { Configuration } from "../layers/Configuration.ts"
import { application } from "./application.ts"
import { services } from "./stores.ts"

/** Slow senders are cut off by the server itself; what a handler may take is the surfaces' deadline. */
const makeServer = () => createServer({ requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 65_000 })

/**
 * Serves until interrupted. Everything is built before the port is opened, so no request can arrive early; on the way
 * out the port closes first and requests under way finish within the shutdown time.
 */
export const serve = Effect.fn("serve")(
  function* (options: { readonly demo: boolean; readonly announce: (baseUrl: string) => Effect.Effect<void> }) {
    const configuration = yield* Configuration
    const context = yield* Layer.build(services({ demo: options.demo }))
    const app = yield* application(context, {
      trustedProxies: configuration.trustedProxies,
      bodyLimitBytes: configuration.bodyLimitBytes
    })
    const server = yield* NodeHttpServer.make(makeServer, {
      host: configuration.host,
      port: configuration.port,
      gracefulShutdownTimeout: Duration.millis(configuration.shutdownTimeoutMs)
    })
    yield* server.serve(app)
    yield* options.announce(configuration.publicUrl ?? HttpServer.formatAddress(server.address))
    return yield* Effect.never
  },
  Effect.scoped,
  Effect.provideService(References.MinimumLogLevel, "Info")
)
