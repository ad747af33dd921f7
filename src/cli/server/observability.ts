import cluster from "node:cluster"
import { Effect, Layer, References } from "effect"
import { HttpClient } from "effect/http"
import { requestOf } from "../../http/surface/observe.ts"
import { Configuration } from "../../layers/Configuration.ts"
import * as LoggingLayer from "../../layers/LoggingLayer.ts"
import * as TelemetryLayer from "../../layers/TelemetryLayer.ts"

/** Without a collector there are no traces, so upstream calls must not carry a trace context that refers to one. */
const untraced = Layer.merge(
  Layer.succeed(References.TracerEnabled, false),
  Layer.succeed(HttpClient.TracerPropagationEnabled, false)
)

/** Logs, traces and metrics of a process: JSON lines to `sink`, and OTLP if a collector is configured. */
export const observabilityOn = (sink: LoggingLayer.Sink) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { environment, logLevel, otlpEndpoint } = yield* Configuration
      const logs = LoggingLayer.layer({ level: logLevel, sink, about: requestOf, worker: cluster.worker?.id })
      return otlpEndpoint === undefined
        ? Layer.merge(logs, untraced)
        : TelemetryLayer.layer({ endpoint: otlpEndpoint, environment, about: requestOf }).pipe(Layer.provideMerge(logs))
    })
  )

/** The same on standard output. */
export const observability = Layer.unwrap(Effect.map(LoggingLayer.standardOutput, observabilityOn))
