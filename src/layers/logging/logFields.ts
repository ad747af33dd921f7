import { Cause, type Fiber, Formatter, type Logger, Predicate, References } from "effect"
import { loggableCause, loggableError } from "./loggableCause.ts"

export type Fields = Readonly<Record<string, unknown>>

/** The fields of the request that a fiber serves, added to its log lines. */
export type AboutRequest = (fiber: Fiber.Fiber<unknown, unknown>) => Fields | undefined

export const isFields = (part: unknown): part is Fields =>
  Predicate.isObject(part) && Object.getPrototypeOf(part) === Object.prototype

export const partsOf = (message: unknown): ReadonlyArray<unknown> => (Array.isArray(message) ? message : [message])

export const hasAnnotations = (fiber: Fiber.Fiber<unknown, unknown>): boolean => {
  for (const _ in fiber.getRef(References.CurrentLogAnnotations)) return true
  return false
}

/** The fields of a log entry: message, fields of its objects, its request, annotations, cause. */
export const logFields = (entry: Logger.Options<unknown>, about: AboutRequest | undefined): Fields => {
  const fields: Record<string, unknown> = {}
  const words: Array<string> = []
  const errors: Array<string> = entry.cause.reasons.length === 0 ? [] : [Cause.pretty(loggableCause(entry.cause))]
  for (const part of partsOf(entry.message)) {
    if (Predicate.isError(part)) errors.push(Cause.pretty(Cause.die(loggableError(part))))
    else if (isFields(part)) Object.assign(fields, part)
    else words.push(typeof part === "string" ? part : Formatter.formatJson(part))
  }
  return {
    ...(words.length === 0 ? undefined : { message: words.join(" ") }),
    ...fields,
    ...about?.(entry.fiber),
    ...entry.fiber.getRef(References.CurrentLogAnnotations),
    ...(errors.length === 0 ? undefined : { cause: errors.join("\n") })
  }
}
