import { NodeHttpServer } from "@effect/platform-node"
import { Console, Context, Duration, Effect, Layer, Scope } from "effect"
import { Configuration } from "../layers/Configuration.ts"
import { announcement, announcementText } from "./announcement.ts"
import { application } from "./application.ts"
import { backgroundJobs } from "./backgroundJobs.ts"
import { baseUrl } from "./baseUrl.ts"
import { boundedScope } from "./boundedScope.ts"
import { makeServer } from "./makeServer.ts"
import { observability } from "./observability.ts"
import { services } from "./stores.ts"

/**
 * A context that requests extend with their own services: by default every eighth addition copies the whole context.
 */
const extensible = <Services>(context: Context.Context<Services>): Context.Context<Services> =>
  Context.makeUnsafe(context.mapUnsafe, { maxDepth: 32 })

/** Longest wait for pools to close, once requests and jobs have ended. */
const closeTimeout = Duration.seconds(5)

const serving = Effect.fnUntraced(function* (options: { readonly demo: boolean; readonly json: boolean }) {
  const configuration = yield* Configuration
  const context = yield* Layer.buildWithScope(services({ demo: options.demo }), yield* boundedScope(closeTimeout))
  const app = yield* application(context, {
    trustedProxies: configuration.trustedProxies,
    bodyLimitBytes: configuration.bodyLimitBytes
  })
  // Requests and jobs stop in parallel, and the services outlive both.
  const work = yield* Scope.fork(yield* Effect.scope, "parallel")
  const requests = Effect.gen(function* () {
    const listener = makeServer({ graceMillis: configuration.shutdownGraceMs })
    const server = yield* NodeHttpServer.make(() => listener, {
      host: configuration.host,
      port: configuration.port,
      gracefulShutdownTimeout: Duration.millis(configuration.shutdownGraceMs + configuration.shutdownTimeoutMs)
    })
    // Runs after the shutdown timeout: a client that never finishes its request would keep the process alive.
    yield* Effect.addFinalizer(() => Effect.sync(() => listener.closeAllConnections()))
    yield* Effect.updateContext(server.serve(app), (around: Context.Context<Scope.Scope>) =>
      extensible(Context.merge(around, context))
    )
    return "port" in server.address ? server.address.port : configuration.port
  })
  const port = yield* Scope.provide(requests, yield* Scope.fork(work))
  const ready = yield* Effect.provideContext(announcement(baseUrl({ ...configuration, port }), configuration), context)
  yield* Console.log(options.json ? JSON.stringify({ event: "ready", ...ready }) : announcementText(ready))
  // After the announcement, which must be the first output: jobs log.
  yield* Scope.provide(backgroundJobs(context), yield* Scope.fork(work))
  return yield* Effect.never
})

/**
 * Serves until interrupted. Everything is built before the port is opened, so no request arrives early. On shutdown
 * clients are moved elsewhere within the shutdown grace, then the port closes, and requests in flight finish within the
 * shutdown timeout. Logs are JSON on standard output.
 */
export const runServer = (options: { readonly demo: boolean; readonly json: boolean }) =>
  Effect.provide(Effect.scoped(serving(options)), observability)
