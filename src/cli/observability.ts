import { Effect, Layer, References } from "effect"
import { requestOf } from "../http/surface/observe.ts"
import { Configuration } from "../layers/Configuration.ts"
import * as LoggingLayer from "../layers/LoggingLayer.ts"
import * as TelemetryLayer from "../layers/TelemetryLayer.ts"

/** How a server tells what it does: JSON lines on standard output, and a collector when the configuration names one. */
export const observability = Layer.unwrap(
  Effect.gen(function* () {
    const { environment, logLevel, otlpEndpoint } = yield* Configuration
    const sink = yield* LoggingLayer.standardOutput
    const logs = LoggingLayer.layer({ level: logLevel, sink, about: requestOf })
    return otlpEndpoint === undefined
      ? Layer.merge(logs, Layer.succeed(References.TracerEnabled, false))
      : TelemetryLayer.layer({ endpoint: otlpEndpoint, environment, about: requestOf }).pipe(Layer.provideMerge(logs))
  })
)
