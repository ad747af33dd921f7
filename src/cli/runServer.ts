import { NodeHttpServer } from "@effect/platform-node"
import { Console, Duration, Effect, Layer } from "effect"
import { Configuration } from "../layers/Configuration.ts"
import * as JobsLayer from "../layers/JobsLayer.ts"
import { announcement, announcementText } from "./announcement.ts"
import { application } from "./application.ts"
import { baseUrl } from "./baseUrl.ts"
import { makeServer } from "./makeServer.ts"
import { observability } from "./observability.ts"
import { services } from "./stores.ts"

const serving = Effect.fnUntraced(function* (options: { readonly demo: boolean; readonly json: boolean }) {
  const configuration = yield* Configuration
  const context = yield* Layer.build(services({ demo: options.demo }))
  const app = yield* application(context, {
    trustedProxies: configuration.trustedProxies,
    bodyLimitBytes: configuration.bodyLimitBytes
  })
  const listener = makeServer()
  const server = yield* NodeHttpServer.make(() => listener, {
    host: configuration.host,
    port: configuration.port,
    gracefulShutdownTimeout: Duration.millis(configuration.shutdownTimeoutMs)
  })
  // Runs after the shutdown time: a client that neither finishes its request nor goes away would hold the process.
  yield* Effect.addFinalizer(() => Effect.sync(() => listener.closeAllConnections()))
  yield* Effect.provideContext(server.serve(app), context)
  const port = "port" in server.address ? server.address.port : configuration.port
  const told = yield* Effect.provideContext(announcement(baseUrl({ ...configuration, port }), configuration), context)
  yield* Console.log(options.json ? JSON.stringify({ event: "ready", ...told }) : announcementText(told))
  // After the announcement, which is the first thing said: jobs log.
  yield* Layer.build(Layer.provide(JobsLayer.layerSchedule(), Layer.succeedContext(context)))
  return yield* Effect.never
})

/**
 * Serves until interrupted. Everything is built before the port is opened, so no request can arrive early; on the way
 * out the port closes first and requests under way finish within the shutdown time. Logs are JSON on standard output.
 */
export const runServer = (options: { readonly demo: boolean; readonly json: boolean }) =>
  Effect.provide(Effect.scoped(serving(options)), observability)
