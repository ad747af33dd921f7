import { Context, Effect, Formatter, Layer, Logger, type LogLevel, References, type Scope } from "effect"
import sonic from "sonic-boom"
import { type AboutRequest, hasAnnotations, isFields, logFields, partsOf } from "./logging/logFields.ts"
import { withoutCredentials } from "./logging/loggableCause.ts"

/** Receives log lines, each a JSON object with its line break. */
export type Sink = (line: string) => void

export interface LoggingOptions {
  readonly level: LogLevel.LogLevel
  readonly sink: Sink
  readonly about?: AboutRequest | undefined
  /** The number of this worker, included in each line when several processes write to one output. */
  readonly worker?: number | undefined
}

/** The text of the last time is cached, because many lines share a millisecond. */
const makeIsoTime = () => {
  let lastMillis = Number.NaN
  let lastText = ""
  return (date: Date): string => {
    const millis = date.getTime()
    if (millis !== lastMillis) {
      lastMillis = millis
      lastText = date.toISOString()
    }
    return lastText
  }
}

/**
 * One JSON object per line: time, level, message and its fields, the request, annotations, and the cause without any
 * values.
 */
const jsonLines = ({ about, sink, worker }: LoggingOptions) => {
  const isoTime = makeIsoTime()
  const origin = worker === undefined ? "" : `"worker":${worker},`
  return Logger.make<unknown, void>((entry) => {
    const head = `{"time":"${isoTime(entry.date)}","level":"${entry.logLevel.toUpperCase()}",${origin}`
    const parts = partsOf(entry.message)
    const [first] = parts
    // Fast path for the most frequent entry, a request, which is one object of plain values.
    if (parts.length === 1 && isFields(first) && entry.cause.reasons.length === 0 && !hasAnnotations(entry.fiber)) {
      sink(`${head}${JSON.stringify(first).slice(1)}\n`)
      return
    }
    sink(`${head}${withoutCredentials(Formatter.formatJson(logFields(entry, about))).slice(1)}\n`)
  })
}

/** Logs JSON lines only, from `level` up. */
export const layer = (options: LoggingOptions): Layer.Layer<never> =>
  Layer.succeedContext(
    Context.make(References.MinimumLogLevel, options.level).pipe(
      Context.add(Logger.CurrentLoggers, new Set([jsonLines(options)]))
    )
  )

const flushMillis = 50
const maxPending = 64

/** The most bytes that wait while nothing can be written. Far more than a batch, which would be lost above it. */
const maxUnwritten = 16 * 1024 * 1024

/**
 * Standard output in batches: at most 50 ms after a line, and at once when the process exits, on a signal or an error.
 * Only SIGKILL can lose the last batch. While nothing can be written, up to 16 MiB are kept and any further lines are
 * lost.
 */
export const standardOutput: Effect.Effect<Sink, never, Scope.Scope> = Effect.gen(function* () {
  const out = new sonic.SonicBoom({ fd: 1, sync: true, maxLength: maxUnwritten })
  // The reader of standard output is gone, or its disk is full, which is no reason to stop serving.
  out.on("error", () => {})
  // Once its buffer is full, it no longer retries by itself.
  out.on("drop", () => void out.write(""))
  // Batched here because SonicBoom's own batching costs more than writing the lines.
  let pending = ""
  let lines = 0
  let ending = false
  const flush = () => {
    if (lines === 0) return
    const batch = pending
    pending = ""
    lines = 0
    out.write(batch)
  }
  process.on("exit", flush)
  const timer = setInterval(flush, flushMillis).unref()
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      ending = true
      clearInterval(timer)
      process.off("exit", flush)
      flush()
    })
  )
  return (line) => {
    pending += line
    lines++
    if (ending || lines >= maxPending) flush()
  }
})
