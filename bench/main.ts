import { NodeRuntime } from "@effect/platform-node"
import { Effect } from "effect"
import { parseArgs } from "node:util"
import { benchDatabase } from "./database.ts"
import { load, percentile } from "./load.ts"
import { operations, requestsOf } from "./operations.ts"
import { startSubject, subjectNames } from "./subjects.ts"

const { values } = parseArgs({
  options: {
    profile: { type: "string" },
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "5" }
  }
})

const program = Effect.gen(function* () {
  const url = yield* benchDatabase("table")
  const subjects = []
  for (const name of subjectNames) subjects.push(yield* startSubject(name, url, values.profile))
  for (const operation of operations) {
    for (let round = -1; round < Number(values.rounds); round++) {
      for (const subject of subjects) {
        const before = yield* Effect.promise(subject.usage)
        const result = yield* Effect.promise(() =>
          load({
            port: subject.port,
            connections: 32,
            seconds: Number(values.seconds),
            next: requestsOf(operation),
            expectedStatus: 200
          })
        )
        const after = yield* Effect.promise(subject.usage)
        const cpu = ((after?.cpuMs ?? 0) - (before?.cpuMs ?? 0)) / result.requests
        process.stdout.write(
          `${operation.name} ${subject.name} ${(result.requests / result.seconds).toFixed(0)}/s p50 ${percentile(result.latencies, 0.5).toFixed(2)} p99 ${percentile(result.latencies, 0.99).toFixed(2)} cpu ${(cpu * 1000).toFixed(0)}us ${JSON.stringify([...result.refused])}\n`
        )
      }
    }
  }
})
NodeRuntime.runMain(Effect.scoped(program))
