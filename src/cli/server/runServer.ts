import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Console, Context, Duration, Effect, Exit, Layer, Scope } from "effect"
import { Deployment } from "../../domain/shared/Deployment.ts"
import { Progress } from "../../domain/shared/Progress.ts"
import { Configuration } from "../../layers/Configuration.ts"
import { announcement, announcementText } from "./announcement.ts"
import { respondWhileStarting } from "./respondWhileStarting.ts"
import { application } from "./application.ts"
import { backgroundJobs } from "./backgroundJobs.ts"
import { baseUrl } from "../../layers/configuration/baseUrl.ts"
import { boundedScope } from "../boundedScope.ts"
import { makeServer } from "./makeServer.ts"
import { observability } from "./observability.ts"
import { progressBar } from "../progressBar.ts"
import { recordRefusals } from "./recordRefusals.ts"
import { services } from "../services.ts"
import { retryUntilDatabaseAvailable } from "../retryUntilDatabaseAvailable.ts"
import type { Primary } from "./workers/connectPrimary.ts"

/** A context that requests can extend cheaply: by default, every eighth addition copies the whole context. */
const extensible = <Services>(context: Context.Context<Services>): Context.Context<Services> =>
  Context.makeUnsafe(context.mapUnsafe, { maxDepth: 32 })

/**
 * Shows a progress bar while building services. Not for production, which logs only JSON, nor for `--json`, which
 * prints one line.
 */
const withProgress = <A, E, R>(services: Effect.Effect<A, E, R>) => {
  const { end, show } = progressBar(process.stderr)
  return services.pipe(Effect.provideService(Progress, show), Effect.ensuring(end))
}

/** Maximum time for pools to close once requests and jobs have ended. */
const closeTimeout = Duration.seconds(5)

/** Builds a layer into `scope`. A failed build immediately releases what it has acquired, so that it can be retried. */
const build = <A, E, R>(layer: Layer.Layer<A, E, R>, scope: Scope.Scope) =>
  Effect.gen(function* () {
    const own = yield* Scope.fork(scope)
    return yield* Effect.onError(Layer.buildWithScope(Layer.fresh(layer), own), (cause) =>
      Scope.close(own, Exit.failCause(cause))
    )
  })

interface ServeOptions {
  readonly demo: boolean
  readonly json: boolean
  /** The primary process, if this is one of its workers. */
  readonly primary?: Primary
}

const serving = Effect.fnUntraced(function* ({ demo, json, primary }: ServeOptions) {
  const configuration = yield* Configuration
  const holding = yield* boundedScope(closeTimeout)
  // Requests and jobs stop in parallel, and the services outlive both.
  const work = yield* Scope.fork(yield* Effect.scope, "parallel")
  const requests = yield* Scope.fork(work)
  let isAnnounced = false
  const record = recordRefusals(yield* Effect.context<never>(), () => isAnnounced)
  const listen = Effect.gen(function* () {
    const listener = makeServer({ graceMillis: configuration.shutdownGraceMs, record })
    const stopStarting = respondWhileStarting(listener)
    const server = yield* NodeHttpServer.make(() => listener, {
      host: configuration.host,
      port: configuration.port,
      gracefulShutdownTimeout: Duration.millis(configuration.shutdownGraceMs + configuration.shutdownTimeoutMs)
    })
    // Runs after the shutdown timeout: a client that never finishes its request would keep the process alive.
    yield* Effect.addFinalizer(() => Effect.sync(() => listener.closeAllConnections()))
    return { server, stopStarting }
  })
  const listening = yield* Effect.cached(Scope.provide(listen, requests))
  const built = retryUntilDatabaseAvailable(build(services({ demo }), holding), {
    limit: Duration.millis(configuration.startTimeoutMs),
    // With several workers, one that cannot serve yet would take connections from the others.
    meanwhile: primary === undefined || primary.isFirst ? listening : Effect.void
  })
  const isInteractive = configuration.environment === "development" && !json && (primary?.isFirst ?? true)
  const context = yield* isInteractive ? withProgress(built) : built
  const app = yield* application(context, {
    trustedProxies: configuration.trustedProxies,
    bodyLimitBytes: configuration.bodyLimitBytes
  })
  const { server, stopStarting } = yield* listening
  const port = "port" in server.address ? server.address.port : configuration.port
  const address = baseUrl({ ...configuration, port })
  // Only now is it known which port the process listens on, if it was free to choose one.
  const deployment = { ...Context.get(context, Deployment), address }
  yield* Effect.updateContext(server.serve(app), (around: Context.Context<Scope.Scope>) =>
    extensible(Context.merge(around, Context.add(context, Deployment, deployment)))
  ).pipe(Scope.provide(requests))
  yield* stopStarting
  const ready = yield* Effect.provideContext(announcement(address, configuration), context)
  const text = json ? JSON.stringify({ event: "ready", ...ready }) : announcementText(ready)
  yield* primary === undefined ? Console.log(text) : primary.ready(text)
  isAnnounced = true
  // Jobs log, and the announcement must be the first output.
  yield* Scope.provide(backgroundJobs(context), yield* Scope.fork(work))
  return yield* Effect.never
})

/**
 * Serves until interrupted. Everything is built before the port is opened, so that no request arrives early; only while
 * the database is unavailable does the port open first, responding to liveness probes and refusing everything else. On
 * shutdown, clients move to other processes within the shutdown grace, then the port closes and in-flight requests
 * finish within the shutdown timeout. Logs are JSON on standard output.
 */
export const runServer = (options: ServeOptions) => Effect.provide(Effect.scoped(serving(options)), observability)
