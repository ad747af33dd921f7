import { Predicate } from "effect"
import type { LogLevel } from "effect"
import { requestOf } from "../../src/http/surface/observe.ts"
import * as LoggingLayer from "../../src/layers/LoggingLayer.ts"

/** One parsed line of the log. */
export interface LogLine {
  readonly text: string
  readonly fields: Readonly<Record<string, unknown>>
}

const parsed = (text: string): LogLine["fields"] => {
  const value: unknown = JSON.parse(text)
  return Predicate.isReadonlyObject(value) ? Object.fromEntries(Object.entries(value)) : {}
}

/** Captures the log of everything built on `layer`, as a process writes it. */
export const captureLogs = (level: LogLevel.LogLevel = "Info") => {
  const texts: Array<string> = []
  return {
    layer: LoggingLayer.layer({ level, sink: (line) => texts.push(line), about: requestOf }),
    lines: (): ReadonlyArray<LogLine> => texts.map((text) => ({ text, fields: parsed(text) })),
    clear: () => {
      texts.length = 0
    }
  }
}
