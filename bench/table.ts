import { Effect } from "effect"
import { agree } from "./agree.ts"
import { makeClaims } from "./claims.ts"
import { benchDatabase, onDatabase } from "./database.ts"
import { operations } from "./operations.ts"
import { progress } from "./progress.ts"
import { linesOf } from "./report.ts"
import { runRound, type Sample } from "./round.ts"
import { countListed, insertActions, insertEvents, insertSurroundings, settle } from "./rows.ts"
import { startSubject, type Subject, subjectNames } from "./subjects.ts"

export interface TableOptions {
  /** Names of operations to measure; all when empty. */
  readonly only: ReadonlyArray<string>
  readonly connections: ReadonlyArray<number>
  readonly rounds: number
  readonly seconds: number
  /** Directory for CPU profiles of the subjects. */
  readonly profile: string | undefined
}

/** Actions and events of the listed workspace. */
const listed = 1000

const load = Effect.gen(function* () {
  yield* insertSurroundings
  yield* insertActions(0, listed)
  yield* insertEvents(0, listed, listed)
  yield* countListed(listed, listed)
  yield* settle
})

/** Each round starts with another subject, so that none always follows the same one. */
const turned = (subjects: ReadonlyArray<Subject>, by: number): ReadonlyArray<Subject> => {
  const start = by % subjects.length
  return [...subjects.slice(start), ...subjects.slice(0, start)]
}

/** Measures service, peer and floor in turn on one database, after a check that they answer alike. */
export const measureTable = Effect.fnUntraced(function* (options: TableOptions) {
  const databaseUrl = yield* benchDatabase("table")
  yield* onDatabase(databaseUrl, load)
  const subjects = yield* Effect.forEach(subjectNames, (name) => startSubject(name, databaseUrl, options.profile))
  const claims = makeClaims(databaseUrl)
  const chosen = operations.filter(({ name }) => options.only.length === 0 || options.only.includes(name))
  const [service, peer] = subjects
  if (service !== undefined && peer !== undefined) yield* agree(service, peer, chosen, claims)

  const samples: Array<Sample> = []
  const most = Math.max(...options.connections)
  const tell = progress("Rounds", chosen.length * options.connections.length * options.rounds)
  let done = 0
  for (const operation of chosen) {
    for (const subject of subjects) {
      yield* runRound({ operation, subject, connections: most, round: 0, seconds: options.seconds }, claims)
    }
    for (const connections of options.connections) {
      for (let round = 1; round <= options.rounds; round++) {
        for (const subject of turned(subjects, round)) {
          samples.push(yield* runRound({ operation, subject, connections, round, seconds: options.seconds }, claims))
        }
        tell(++done)
      }
    }
  }
  return linesOf(samples)
})
