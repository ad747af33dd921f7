import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { type Duration, Effect, Exit, Layer, Logger, Tracer } from "effect"
import { HttpMiddleware } from "effect/http"
import { OtlpExporter, OtlpLogger, OtlpMetrics, OtlpSerialization, OtlpTracer } from "effect/observability"
import packageJson from "../../package.json" with { type: "json" }
import { type AboutRequest, logFields } from "./logging/logFields.ts"
import { loggableCause } from "./logging/loggableCause.ts"

export interface TelemetryOptions {
  /** Base address of an OTLP collector over HTTP. */
  readonly endpoint: string
  readonly environment: string
  readonly about?: AboutRequest | undefined
  /** The export interval of every signal; by default 5 s for traces, 1 s for logs and 10 s for metrics. */
  readonly interval?: Duration.Input | undefined
}

/** Attributes of outgoing calls that may be secrets: a chat platform issues a one-time address for each answer. */
const addresses: ReadonlySet<string> = new Set(["url.full", "url.path", "url.query"])

/** A span that is exported without addresses, and its failure without values. */
const withoutValues = (span: Tracer.Span): Tracer.Span => {
  const attribute = span.attribute.bind(span)
  span.attribute = (name, value) => {
    if (!addresses.has(name)) attribute(name, value)
  }
  const end = span.end.bind(span)
  span.end = (time, exit) => end(time, Exit.isFailure(exit) ? Exit.failCause(loggableCause(exit.cause)) : exit)
  return span
}

const spansWithoutValues = (tracer: Tracer.Tracer): Tracer.Tracer =>
  Tracer.make({ span: (options) => withoutValues(tracer.span(options)), context: tracer.context })

const entriesWithoutValues = (logger: Logger.Logger<unknown, void>, about: AboutRequest | undefined) =>
  Logger.make<unknown, void>((entry) => {
    const { cause: _, ...message } = logFields(entry, about)
    logger.log({ ...entry, message, cause: loggableCause(entry.cause) })
  })

/**
 * Exports traces, logs and metrics to a collector, with the same values removed as from the log. Provide it beside the
 * logger. An unavailable collector loses data but affects nothing else.
 */
export const layer = ({ about, endpoint, environment, interval }: TelemetryOptions): Layer.Layer<never> => {
  const exporter = (signal: "traces" | "logs" | "metrics") => ({
    url: `${endpoint}/v1/${signal}`,
    resource: {
      serviceName: packageJson.name,
      serviceVersion: packageJson.version,
      attributes: { "deployment.environment.name": environment }
    },
    ...(interval === undefined ? undefined : { exportInterval: interval })
  })
  return Layer.mergeAll(
    Layer.effect(Tracer.Tracer, Effect.map(OtlpTracer.make(exporter("traces")), spansWithoutValues)),
    Logger.layer([Effect.map(OtlpLogger.make(exporter("logs")), (logger) => entriesWithoutValues(logger, about))], {
      mergeWithExisting: true
    }),
    Layer.effectDiscard(OtlpMetrics.make(exporter("metrics"))),
    // The library's HTTP spans contain paths and queries; the service creates its own.
    Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true)
  ).pipe(Layer.provide([OtlpExporter.layerFlusher, OtlpSerialization.layerJson, NodeHttpClient.layerUndici]))
}
