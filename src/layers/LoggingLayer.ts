import { Cause, Context, Effect, type Fiber, Formatter, Layer, Logger, type LogLevel, Predicate, References, type Scope } from "effect"
import sonic from "sonic-boom"
import { shownCause, shownError, withoutCredentials } from "./logging/shownCause.ts"

/** Where log lines go, one JSON text with its line break at a time. */
export type Sink = (line: string) => void

export interface LoggingOptions {
  readonly level: LogLevel.LogLevel
  readonly sink: Sink
  /** What every line says of the request that its fiber works on. */
  readonly about?: (fiber: Fiber.Fiber<unknown, unknown>) => Readonly<Record<string, unknown>> | undefined
}

let timeMillis = 0
let timeText = ""

/** Many lines share a millisecond. */
const isoTime = (date: Date): string => {
  const millis = date.getTime()
  if (millis !== timeMillis) {
    timeMillis = millis
    timeText = date.toISOString()
  }
  return timeText
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (part: unknown): part is Fields =>
  Predicate.isObject(part) && !Predicate.isError(part) && Object.getPrototypeOf(part) === Object.prototype

const noAnnotations: Fields = {}

const annotationsOf = (fiber: Fiber.Fiber<unknown, unknown>): Fields => {
  const annotations = fiber.getRef(References.CurrentLogAnnotations)
  return Object.keys(annotations).length === 0 ? noAnnotations : annotations
}

const describe = (parts: ReadonlyArray<unknown>, cause: Cause.Cause<unknown>) => {
  const fields: Record<string, unknown> = {}
  const words: Array<string> = []
  const errors: Array<string> = cause.reasons.length === 0 ? [] : [Cause.pretty(shownCause(cause))]
  for (const part of parts) {
    if (Predicate.isError(part)) errors.push(Cause.pretty(Cause.die(shownError(part))))
    else if (isFields(part)) Object.assign(fields, part)
    else words.push(typeof part === "string" ? part : Formatter.formatJson(part))
  }
  return {
    ...(words.length === 0 ? undefined : { message: words.join(" ") }),
    ...fields,
    ...(errors.length === 0 ? undefined : { cause: errors.join("\n") })
  }
}

/**
 * One JSON object per line: time, level, message and its fields, the request it belongs to, annotations, and the cause
 * in words that show no value.
 */
const jsonLines = ({ about, sink }: LoggingOptions) =>
  Logger.make<unknown, void>(({ cause, date, fiber, logLevel, message }) => {
    const parts = Array.isArray(message) ? message : [message]
    const [first] = parts
    const annotations = annotationsOf(fiber)
    const head = `{"time":"${isoTime(date)}","level":"${logLevel.toUpperCase()}",`
    // Requests are logged as one object of plain values, and there are more of them than of anything else.
    if (parts.length === 1 && isFields(first) && annotations === noAnnotations && cause.reasons.length === 0) {
      sink(`${head}${JSON.stringify(first).slice(1)}\n`)
      return
    }
    const line = Formatter.formatJson({ ...describe(parts, cause), ...about?.(fiber), ...annotations })
    sink(`${head}${withoutCredentials(line).slice(1)}\n`)
  })

/** Logs as JSON lines and nothing else, from `level` on. */
export const layer = (options: LoggingOptions): Layer.Layer<never> =>
  Layer.succeedContext(
    Context.make(References.MinimumLogLevel, options.level).pipe(
      Context.add(Logger.CurrentLoggers, new Set([jsonLines(options)]))
    )
  )

const flushMillis = 50
const mostPending = 64

/**
 * Standard output, written to in batches: at the latest 50 ms after a line, and at once when the process ends, whether
 * it was told to stop or fails. Only a kill can lose the last batch.
 */
export const standardOutput: Effect.Effect<Sink, never, Scope.Scope> = Effect.gen(function* () {
  const out = new sonic.SonicBoom({ fd: 1, sync: true })
  // Whoever read the lines is gone: nobody to tell, and no reason to stop serving.
  out.on("error", () => {})
  // Batched here, because SonicBoom's own batches cost more than the lines in them.
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
    if (ending || lines >= mostPending) flush()
  }
})
