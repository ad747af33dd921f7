import { Effect } from "effect"
import { progress } from "./progress.ts"
import { runRound } from "./round.ts"
import { prepare, type TableOptions } from "./table.ts"

/** The service after so many requests. */
interface SoakStep {
  readonly requests: number
  readonly residentMiB: number
}

interface SoakOptions extends Pick<TableOptions, "only" | "fromSources"> {
  /** At least so many. */
  readonly requests: number
}

const connections = 32
const seconds = 1

/** Loads the service with its operations in turn, again and again, and looks at its memory after each time. */
export const measureSoak = Effect.fnUntraced(function* ({ fromSources, only, requests }: SoakOptions) {
  const { chosen, claims, subjects } = yield* prepare({ fromSources, only }, ["service"])
  const [subject] = subjects
  if (subject === undefined) return []
  const tell = progress("Requests", requests)
  const steps: Array<SoakStep> = []
  let done = 0
  for (let round = 1; done < requests; round++) {
    let residentMiB = 0
    for (const operation of chosen) {
      const sample = yield* runRound({ operation, subject, connections, round, seconds }, claims)
      done += sample.requests
      residentMiB = sample.residentMiB
    }
    tell(Math.min(done, requests))
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
