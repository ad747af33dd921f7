import { Disagreement } from "./Disagreement.ts"
import { Effect } from "effect"
import type { Claims } from "./claims.ts"
import { load, percentile } from "./load.ts"
import type { Operation } from "./operations/operations.ts"
import type { Subject, SubjectName } from "./subjects.ts"

/** One period of load on one subject. Times are in milliseconds. */
export interface Sample {
  readonly operation: string
  readonly connections: number
  readonly subject: SubjectName
  readonly round: number
  readonly requests: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** CPU time of the server process per request, in microseconds. */
  readonly cpuMicros: number
  readonly residentMiB: number
}

export interface RoundOptions {
  readonly operation: Operation
  readonly connections: number
  readonly subject: Subject
  readonly round: number
  readonly seconds: number
}

/** Loads a subject for one round; an unexpected response ends the run. */
export const runRound = Effect.fnUntraced(function* (options: RoundOptions, claims: Claims) {
  const { connections, operation, round, seconds, subject } = options
  if (operation.takes !== undefined) yield* claims.prepareFor(operation.takes, seconds)
  const before = yield* Effect.promise(subject.usage)
  const result = yield* Effect.tryPromise(() =>
    load({
      port: subject.port,
      connections,
      seconds,
      next: (connection) => {
        const serial = operation.takes === undefined ? 0 : claims.next(operation.takes)
        return serial === undefined ? undefined : operation.request({ connection, serial })
      }
    })
  )
  const after = yield* Effect.promise(subject.usage)
  if (result.refused.size > 0) {
    const [why, count] = [...result.refused][0] ?? []
    return yield* new Disagreement({ message: `${subject.name}, ${operation.name}: ${count} answers with ${why}` })
  }
  const sample: Sample = {
    operation: operation.name,
    connections,
    subject: subject.name,
    round,
    requests: result.requests,
    perSecond: result.requests / result.seconds,
    p50: percentile(result.latencies, 0.5),
    p99: percentile(result.latencies, 0.99),
    cpuMicros: ((after.cpuMs - before.cpuMs) * 1000) / result.requests,
    residentMiB: after.residentMiB
  }
  return sample
})
