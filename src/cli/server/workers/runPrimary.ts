import { Console, Duration, Effect, Fiber } from "effect"
import { Configuration } from "../../../layers/Configuration.ts"
import { localRateLimits } from "../../../layers/rateLimits/localRateLimits.ts"
import * as LoggingLayer from "../../../layers/LoggingLayer.ts"
import { observabilityOn } from "../observability.ts"
import { MetricsOfWorkers } from "./MetricsOfWorkers.ts"
import { secondSignal } from "./secondSignal.ts"
import { startWorker, type WorkerProcess } from "./startWorker.ts"
import { WorkerFailed } from "./WorkerFailed.ts"

/** The pause before a dead worker is replaced; it doubles each time a replacement dies soon after its start. */
const firstPause = 100
const longestPause = 30_000

/** A worker that ran for this long started properly, so the pause is reset. */
const steadyMillis = 10_000

/** How long a worker may take to exit beyond its own deadlines, to close its pools and flush its output. */
const endMillis = 8000

/** The running workers, and the responses to their messages. */
const makeWorkers = ({ port, sink }: { readonly port: number; readonly sink: LoggingLayer.Sink }) => {
  const living = new Set<WorkerProcess>()
  const counts = localRateLimits()
  const metrics = new MetricsOfWorkers()

  const start = startWorker({
    port,
    sink,
    onMessage: (from, message) => {
      switch (message._tag) {
        case "Take": {
          const windows = counts.take(message.uses, message.now)
          return from.send({
            _tag: "Taken",
            id: message.id,
            windows: windows.map(({ exceeded, remaining, resetAt }) => ({ exceeded, remaining, resetAt }))
          })
        }
        case "Forget":
          return counts.clear()
        case "Report":
          return metrics.report(from.id, message)
        case "Total": {
          metrics.update(from.id, message.own)
          const others = [...living].filter((one) => one !== from)
          const sources = others.map(({ id, send }) => ({
            id,
            collect: (collection: number) => send({ _tag: "Collect", collection })
          }))
          return Effect.runFork(
            Effect.map(metrics.total(sources), (text) => from.send({ _tag: "Totalled", id: message.id, text }))
          )
        }
      }
    }
  }).pipe(
    Effect.tap((worker) =>
      Effect.andThen(
        Effect.sync(() => living.add(worker)),
        Effect.forkDetach(
          Effect.map(worker.ended, () => {
            living.delete(worker)
            metrics.forget(worker.id)
          })
        )
      )
    )
  )

  /** Asks all workers to stop and waits for them to exit; kills the rest after `limit` or on a second signal. */
  const stop = (limit: Duration.Duration) =>
    Effect.gen(function* () {
      const all = [...living]
      for (const worker of all) worker.send({ _tag: "Stop" })
      const ended = Effect.forEach(all, (worker) => worker.ended, { concurrency: "unbounded", discard: true })
      const endedInTime = Effect.raceFirst(ended, Effect.raceFirst(secondSignal, Effect.sleep(limit)))
      // In a fiber of its own: the current one may already be interrupted and would not wait.
      yield* Fiber.await(yield* Effect.forkDetach(Effect.interruptible(endedInTime)))
      for (const worker of living) {
        yield* Effect.logError({ message: "A worker did not stop and is killed", worker: worker.id, pid: worker.pid })
        worker.kill()
      }
      yield* ended
    })

  return { start, stop }
}

/** Waits until a worker accepts requests, and returns its announcement; fails if it ends before. */
const untilReady = (worker: WorkerProcess) =>
  Effect.raceFirst(
    worker.ready,
    Effect.flatMap(worker.ended, (end) => Effect.fail(new WorkerFailed(end)))
  )

/** Lets a ready worker start its background jobs. */
const begin = Effect.fnUntraced(function* (worker: WorkerProcess) {
  yield* Effect.logInfo({ message: "A worker serves", worker: worker.id, pid: worker.pid })
  worker.send({ _tag: "Begin" })
})

/** Replaces a worker and each of its successors whenever one ends. */
const keepReplacing = Effect.fnUntraced(function* (first: WorkerProcess, start: Effect.Effect<WorkerProcess>) {
  let worker = first
  let pause = firstPause
  while (true) {
    const [lifetime, { code, signal }] = yield* Effect.timed(worker.ended)
    if (Duration.toMillis(lifetime) >= steadyMillis) pause = firstPause
    const ended = { worker: worker.id, pid: worker.pid, code, signal, pauseMillis: pause }
    yield* Effect.logError({ message: "A worker ended and is replaced", ...ended })
    yield* Effect.sleep(pause)
    pause = Math.min(pause * 2, longestPause)
    worker = yield* start
    const isReady = yield* Effect.isSuccess(untilReady(worker))
    if (isReady) yield* begin(worker)
  }
})

const supervise = Effect.fnUntraced(function* (sink: LoggingLayer.Sink) {
  const { port, shutdownGraceMs, shutdownTimeoutMs, workers } = yield* Configuration
  const { start, stop } = makeWorkers({ port, sink })
  yield* Effect.addFinalizer(() => stop(Duration.millis(shutdownGraceMs + shutdownTimeoutMs + endMillis)))

  // The first starts alone: it migrates the database and loads the demo data, and a failing start is reported once.
  const first = yield* start
  const announcement = yield* untilReady(first)
  const others = yield* Effect.forEach(Array.from({ length: workers - 1 }), () => start)
  yield* Effect.forEach(others, untilReady, { concurrency: "unbounded", discard: true })
  yield* Console.log(announcement)
  const all = [first, ...others]
  yield* Effect.forEach(all, begin, { discard: true })
  return yield* Effect.forEach(all, (worker) => keepReplacing(worker, start), {
    concurrency: "unbounded",
    discard: true
  })
})

/**
 * Serves one port with several processes until interrupted. This one opens no database: it starts the workers, replaces
 * those that end, keeps their shared rate limits and merges their metrics. Fails if a worker ends before the service is
 * ready.
 */
export const runPrimary = Effect.scoped(
  Effect.flatMap(LoggingLayer.standardOutput, (sink) => Effect.provide(supervise(sink), observabilityOn(sink)))
)
