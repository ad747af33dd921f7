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
 * A context for requests to put their own services on top of: by default every eighth addition copies the whole of it.
 */
const extensible = <Services>(context: Context.Context<Services>): Context.Context<Services> =>
  Context.makeUnsafe(context.mapUnsafe, { maxDepth: 32 })

/** For connections to be given back, when nothing works with them any more. */
const mostToClose = Duration.seconds(5)

const serving = Effect.fnUntraced(function* (options: { readonly demo: boolean; readonly json: boolean }) {
  const configuration = yield* Configuration
  const context = yield* Layer.buildWithScope(services({ demo: options.demo }), yield* boundedScope(mostToClose))
  const app = yield* application(context, {
    trustedProxies: configuration.trustedProxies,
    bodyLimitBytes: configuration.bodyLimitBytes
  })
  // Requests and jobs end at the same time: neither waits for the other, and the services outlive both.
  const work = yield* Scope.fork(yield* Effect.scope, "parallel")
  const requests = Effect.gen(function* () {
    const listener = makeServer()
    const server = yield* NodeHttpServer.make(() => listener, {
      host: configuration.host,
      port: configuration.port,
      gracefulShutdownTimeout: Duration.millis(configuration.shutdownTimeoutMs)
    })
    // Runs after the shutdown time: a client that neither finishes its request nor goes away would hold the process.
    yield* Effect.addFinalizer(() => Effect.sync(() => listener.closeAllConnections()))
    yield* Effect.updateContext(server.serve(app), (around: Context.Context<Scope.Scope>) =>
      extensible(Context.merge(around, context))
    )
    return "port" in server.address ? server.address.port : configuration.port
  })
  const port = yield* Scope.provide(requests, yield* Scope.fork(work))
  const told = yield* Effect.provideContext(announcement(baseUrl({ ...configuration, port }), configuration), context)
  yield* Console.log(options.json ? JSON.stringify({ event: "ready", ...told }) : announcementText(told))
  // After the announcement, which is the first thing said: jobs log.
  yield* Scope.provide(backgroundJobs(context), yield* Scope.fork(work))
  return yield* Effect.never
})

/**
 * Serves until interrupted. Everything is built before the port is opened, so no request can arrive early; on the way
 * out the port closes first and requests under way finish within the shutdown time. Logs are JSON on standard output.
 */
export const runServer = (options: { readonly demo: boolean; readonly json: boolean }) =>
  Effect.provide(Effect.scoped(serving(options)), observability)
