import { Effect } from "effect"
import { progress } from "./progress.ts"
import { runRound } from "./round.ts"
import { prepare, type TableOptions } from "./table.ts"

/** The state of the service after `requests` requests. */
interface SoakStep {
  readonly requests: number
  readonly residentMiB: number
}

interface SoakOptions extends Pick<TableOptions, "only" | "fromSources"> {
  /** The minimum number of requests. */
  readonly requests: number
}

const connections = 32
const seconds = 1

/** Loads the service with its operations in turn, repeatedly, and records its memory after each pass. */
export const measureSoak = Effect.fnUntraced(function* ({ fromSources, only, requests }: SoakOptions) {
  const { chosen, claims, subjects } = yield* prepare({ fromSources, only }, ["service"])
  const [subject] = subjects
  if (subject === undefined) return []
  const report = progress("Requests", requests)
  const steps: Array<SoakStep> = []
  let done = 0
  for (let round = 1; done < requests; round++) {
    let residentMiB = 0
    for (const operation of chosen) {
      const sample = yield* runRound({ operation, subject, connections, round, seconds }, claims)
      done += sample.requests
      residentMiB = sample.residentMiB
    }
    report(Math.min(done, requests))
    steps.push({ requests: done, residentMiB })
  }
  return steps
})

export const soakMarkdown = (steps: ReadonlyArray<SoakStep>): string =>
  [
    "| Requests | memory MiB |",
    "|--:|--:|",
    ...steps.map(({ requests, residentMiB }) => `| ${requests} | ${residentMiB.toFixed(0)} |`)
  ].join("\n")
