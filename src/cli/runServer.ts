import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Console, Context, Duration, Effect, Exit, Layer, Scope } from "effect"
import { Progress } from "../domain/shared/Progress.ts"
import { Configuration } from "../layers/Configuration.ts"
import { announcement, announcementText } from "./announcement.ts"
import { answerStarting } from "./answerStarting.ts"
import { application } from "./application.ts"
import { backgroundJobs } from "./backgroundJobs.ts"
import { baseUrl } from "../layers/configuration/baseUrl.ts"
import { boundedScope } from "./boundedScope.ts"
import { makeServer } from "./makeServer.ts"
import { observability } from "./observability.ts"
import { progressBar } from "./progressBar.ts"
import { services } from "./stores.ts"
import { untilDatabaseAnswers } from "./untilDatabaseAnswers.ts"
import type { Primary } from "./workers/connectPrimary.ts"

/**
 * A context that requests extend with their own services: by default every eighth addition copies the whole context.
 */
const extensible = <Services>(context: Context.Context<Services>): Context.Context<Services> =>
  Context.makeUnsafe(context.mapUnsafe, { maxDepth: 32 })

/** Builds services while a person watches: production logs JSON only, and `--json` prints one line. */
const watched = <A, E, R>(services: Effect.Effect<A, E, R>) => {
  const { end, show } = progressBar(process.stderr)
  return services.pipe(Effect.provideService(Progress, show), Effect.ensuring(end))
}

/** Longest wait for pools to close, once requests and jobs have ended. */
const closeTimeout = Duration.seconds(5)

/** Builds a layer into `scope`; a build that fails releases at once what it has acquired, so that it can be repeated. */
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
  /** The process that started this one to serve with others. */
  readonly primary?: Primary
}

const serving = Effect.fnUntraced(function* ({ demo, json, primary }: ServeOptions) {
  const configuration = yield* Configuration
  const holding = yield* boundedScope(closeTimeout)
  // Requests and jobs stop in parallel, and the services outlive both.
  const work = yield* Scope.fork(yield* Effect.scope, "parallel")
  const requests = yield* Scope.fork(work)
  const listen = Effect.gen(function* () {
    const listener = makeServer({ graceMillis: configuration.shutdownGraceMs })
    const stopStarting = answerStarting(listener)
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
  const built = untilDatabaseAnswers(build(services({ demo }), holding), {
    limit: Duration.millis(configuration.startTimeoutMs),
    // Where others serve, a process that cannot do so yet would take connections from them.
    meanwhile: primary === undefined || primary.isFirst ? listening : Effect.void
  })
  const isWatched = configuration.environment === "development" && !json && (primary?.isFirst ?? true)
  const context = yield* isWatched ? watched(built) : built
  const app = yield* application(context, {
    trustedProxies: configuration.trustedProxies,
    bodyLimitBytes: configuration.bodyLimitBytes
  })
  const { server, stopStarting } = yield* listening
  yield* Effect.updateContext(server.serve(app), (around: Context.Context<Scope.Scope>) =>
    extensible(Context.merge(around, context))
  ).pipe(Scope.provide(requests))
  yield* stopStarting
  const port = "port" in server.address ? server.address.port : configuration.port
  const ready = yield* Effect.provideContext(announcement(baseUrl({ ...configuration, port }), configuration), context)
  const text = json ? JSON.stringify({ event: "ready", ...ready }) : announcementText(ready)
  yield* primary === undefined ? Console.log(text) : primary.ready(text)
  // After the announcement, which must be the first output: jobs log.
  yield* Scope.provide(backgroundJobs(context), yield* Scope.fork(work))
  return yield* Effect.never
})

/**
 * Serves until interrupted. Everything is built before the port is opened, so no request arrives early; only while the
 * database is away, the process is alive and everything else is unavailable. On shutdown clients are moved elsewhere
 * within the shutdown grace, then the port closes, and requests in flight finish within the shutdown timeout. Logs are
 * JSON on standard output.
 */
export const runServer = (options: ServeOptions) => Effect.provide(Effect.scoped(serving(options)), observability)
