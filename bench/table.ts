import { Effect } from "effect"
import { randomInt } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { agree } from "./agree.ts"
import { makeClaims } from "./claims.ts"
import { configuredOperations } from "./operations/configuredOperations.ts"
import { insertConfigured } from "./rows/configuredRows.ts"
import { callbackOperations } from "./operations/callbackOperations.ts"
import { benchDatabase, onDatabase } from "./database.ts"
import { deskOperations } from "./operations/deskOperations.ts"
import { insertDesk } from "./rows/deskRows.ts"
import { memberOperations } from "./operations/memberOperations.ts"
import { insertMembers } from "./rows/memberRows.ts"
import { hubOperations } from "./operations/operations.ts"
import { keepPage, pageOperations } from "./operations/pageOperations.ts"
import { progress } from "./progress.ts"
import { insertProperties } from "./rows/propertyRows.ts"
import { linesOf } from "./report.ts"
import { runRound, type Sample } from "./round.ts"
import { countListed, insertActions, insertEvents, insertSurroundings, settle } from "./rows/rows.ts"
import { startSubject, type Subject, type SubjectName, subjectNames, type SubjectOptions } from "./subjects.ts"

export interface TableOptions extends SubjectOptions {
  /** Names of operations to measure; empty means all. */
  readonly only: ReadonlyArray<string>
  readonly connections: ReadonlyArray<number>
  /** 0: only check that responses agree. */
  readonly rounds: number
  readonly seconds: number
  /** Seconds of load before the rounds of an operation, so that the JIT has compiled its code. */
  readonly warmup: number
}

/** Actions and events of the listed workspace. */
const listed = 1000

const properties = 100_000

const loads = {
  demo: Effect.void,
  messaging: Effect.gen(function* () {
    yield* insertSurroundings
    yield* insertActions(0, listed)
    yield* insertEvents(0, listed, listed)
    yield* countListed(listed, listed)
  }),
  members: Effect.andThen(insertMembers, insertProperties(properties)),
  desk: insertDesk,
  configuration: insertConfigured
}

/** The measured operations, by caller. */
const groups = Effect.map(memberOperations, (ofMembers) => [
  { title: "integration operations", operations: hubOperations },
  { title: "member and public operations", operations: ofMembers },
  { title: "front-desk operations", operations: deskOperations },
  { title: "configuration operations", operations: configuredOperations },
  { title: "callback and page operations", operations: [...callbackOperations, ...pageOperations] }
])

const every = Effect.map(groups, (all) => all.flatMap(({ operations }) => operations))

/** The names of the operations by caller, and of all. */
export const operationGroups = Effect.gen(function* () {
  const all = { title: "operations in all", operations: yield* every }
  return [...(yield* groups), all].map(({ operations, title }) => ({
    title,
    names: new Set(operations.map(({ name }) => name))
  }))
})

const temporaryDirectory = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "hub-bench-"))),
  (directory) => Effect.promise(() => rm(directory, { recursive: true }))
)

/** The subjects in turn, from a different one with each round, so that none always follows the same one. */
const rotated = (subjects: ReadonlyArray<Subject>, by: number): ReadonlyArray<Subject> => {
  const start = by % subjects.length
  return [...subjects.slice(start), ...subjects.slice(0, start)]
}

/** A database with the rows that the chosen operations need, and the subjects on it. */
export const prepare = Effect.fnUntraced(function* (
  { fromSources, only, profile }: Pick<TableOptions, "fromSources" | "only"> & Partial<Pick<TableOptions, "profile">>,
  wanted: ReadonlyArray<SubjectName>
) {
  const chosen = (yield* every).filter(({ name }) => only.length === 0 || only.includes(name))
  const databaseUrl = yield* benchDatabase("table")
  const data = new Set(chosen.map((operation) => operation.data))
  yield* onDatabase(
    databaseUrl,
    Effect.andThen(
      Effect.forEach(data, (name) => loads[name], { discard: true }),
      settle
    )
  )
  const names = wanted.filter((name) => chosen.some((operation) => operation.subjects.includes(name)))
  const directory = yield* temporaryDirectory
  const page = join(directory, "page.json")
  const subjects: Array<Subject> = []
  for (const name of names) {
    const of = { fromSources, profile, page: name === "peer" ? page : undefined }
    const subject = yield* startSubject(name, databaseUrl, of)
    if (name === "service") yield* Effect.tryPromise(() => keepPage(subject, page))
    subjects.push(subject)
  }
  return { chosen, databaseUrl, subjects, claims: makeClaims(databaseUrl) }
})

/** Measures the subjects of each operation in turn on one database, after a check that service and peer agree. */
export const measureTable = Effect.fnUntraced(function* (options: TableOptions) {
  const { chosen, claims, databaseUrl, subjects } = yield* prepare(options, subjectNames)
  const [service, peer] = subjects
  if (service !== undefined && peer !== undefined) yield* agree(service, peer, chosen, claims)

  if (options.rounds === 0) return []

  const samples: Array<Sample> = []
  const most = Math.max(...options.connections)
  const report = progress("Rounds", chosen.length * options.connections.length * options.rounds)
  let done = 0
  for (const operation of chosen) {
    const measured = subjects.filter(({ name }) => operation.subjects.includes(name))
    for (const subject of measured) {
      yield* runRound({ operation, subject, connections: most, round: 0, seconds: options.warmup }, claims)
    }
    // A plan lasts as long as its connection; one made while a table was empty would scan it sequentially.
    yield* onDatabase(databaseUrl, settle)
    for (const connections of options.connections) {
      const first = randomInt(measured.length)
      for (let round = 1; round <= options.rounds; round++) {
        for (const subject of rotated(measured, first + round)) {
          samples.push(yield* runRound({ operation, subject, connections, round, seconds: options.seconds }, claims))
        }
        report(++done)
      }
    }
  }
  return linesOf(samples)
})
