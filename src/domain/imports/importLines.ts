import { Data, Effect, type Result, Stream } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { Atomic } from "../shared/Atomic.ts"
import { atomically } from "../shared/atomically.ts"
import type { ImportOutcome, ImportReport, RejectedLine } from "./ImportReport.ts"
import { type FileLine, splitLines } from "./splitLines.ts"
import { isDecoded, notDecoded } from "./undecodable.ts"

/** Maximum length of a line, in UTF-16 code units. */
const maxCharacters = 65_536

/** Lines per transaction: few enough that others hardly wait for the rows that a batch locks. */
const linesPerBatch = 500

const maxRejections = 1000

/** A parsed line. */
export interface Item<A> {
  readonly line: number
  readonly value: A
}

/** The result of a line: an outcome, or the reason for its rejection. */
export type Written = { readonly line: number } & (
  | { readonly outcome: ImportOutcome }
  | { readonly outcome: "rejected"; readonly reason: string }
)

export interface LinesImport<A, E, R, E2, R2, R3> {
  /** The text of the file, in chunks of any size; `undecodable` marks what is not UTF-8, whose lines are rejected. */
  readonly chunks: Stream.Stream<string, E, R>
  /** Parses a non-blank line; fails with a readable reason. */
  readonly read: (text: string) => Result.Result<A, string>
  /** Identifies the row that a line describes: a batch never contains two lines of one row. */
  readonly keyOf: (value: A) => string
  /** Writes a batch in a transaction; returns the result of each line. */
  readonly write: (items: ReadonlyArray<Item<A>>) => Effect.Effect<ReadonlyArray<Written>, E2, R2>
  /** Rolls every batch back, so that each is checked against the stored rows. */
  readonly dryRun: boolean
  /** Set if `write` opens its own transactions and changes nothing in a dry run; else a batch is one transaction. */
  readonly transactions?: "own"
  /** Runs after each batch. */
  readonly onProgress: (report: ImportReport) => Effect.Effect<void, never, R3>
}

/** The options common to all imports of an organization's lines. */
export interface OrganizationLines<A, E, R, R2>
  extends Pick<LinesImport<A, E, R, never, never, R2>, "chunks" | "read" | "dryRun" | "onProgress"> {
  readonly organizationId: OrganizationId
}

/** The rejection of a line that lost a race with a concurrent write. */
export const changedConcurrently = "was changed concurrently: import it again"

/** The distinct ids that the lines of a batch refer to. */
export const idsOf = <A, Id extends string>(
  items: ReadonlyArray<Item<A>>,
  idOf: (value: A) => Id | null | undefined
): ReadonlyArray<Id> => [...new Set(items.flatMap(({ value }) => idOf(value) ?? []))]

/** Rolls a batch of a dry run back. */
class Undone extends Data.TaggedError("Undone")<{ readonly written: ReadonlyArray<Written> }> {}

/** Collects the lines of a file, holding at most one batch. */
const makeCollector = <A>({
  keyOf,
  read
}: Pick<LinesImport<A, never, never, never, never, never>, "keyOf" | "read">) => {
  const batch = new Map<string, Item<A>>()
  const rejections: Array<RejectedLine> = []
  const counts = { lines: 0, created: 0, updated: 0, unchanged: 0, rejected: 0 }

  const reject = (line: number, reason: string) => {
    counts.rejected++
    if (rejections.length < maxRejections) rejections.push({ line, reason })
  }

  /** The batch to write before the line can be added to the next one; empty if the line was added. */
  const add = ({ line, text }: FileLine): ReadonlyArray<Item<A>> => {
    counts.lines = line
    if (text === undefined) {
      reject(line, `is longer than ${maxCharacters} characters`)
      return []
    }
    if (!isDecoded(text)) {
      reject(line, notDecoded)
      return []
    }
    if (text.trim() === "") return []
    const result = read(text)
    if (result._tag === "Failure") {
      reject(line, result.failure)
      return []
    }
    const key = keyOf(result.success)
    const full = batch.size >= linesPerBatch || batch.has(key) ? take() : []
    batch.set(key, { line, value: result.success })
    return full
  }

  const take = (): ReadonlyArray<Item<A>> => {
    const items = [...batch.values()]
    batch.clear()
    return items
  }

  const record = (written: ReadonlyArray<Written>) => {
    for (const result of written) {
      if (result.outcome === "rejected") reject(result.line, result.reason)
      else counts[result.outcome]++
    }
  }

  const report = (): ImportReport => ({
    ...counts,
    rejections: rejections.toSorted((a, b) => a.line - b.line)
  })

  return { add, take, record, report }
}

/**
 * Imports a file line by line in constant memory: batches of lines are written, each in its own transaction, and a line
 * that cannot be read or written is counted and reported while the others go on. What is written stays written if a
 * later batch fails; a file can be imported again.
 */
export const importLines = Effect.fnUntraced(function* <A, E, R, E2, R2, R3>(
  options: LinesImport<A, E, R, E2, R2, R3>
): Effect.fn.Return<ImportReport, E | E2, R | R2 | R3 | Atomic> {
  const { chunks, dryRun, onProgress, write } = options
  const collector = makeCollector(options)
  const lines = splitLines(maxCharacters)

  const rolledBack = (items: ReadonlyArray<Item<A>>) =>
    Effect.catch(
      atomically(Effect.flatMap(write(items), (written) => Effect.fail(new Undone({ written })))),
      (error): Effect.Effect<ReadonlyArray<Written>, E2> =>
        error instanceof Undone ? Effect.succeed(error.written) : Effect.fail(error)
    )

  const whole = dryRun ? rolledBack : (items: ReadonlyArray<Item<A>>) => atomically(write(items))
  const run = options.transactions === "own" ? write : whole

  const flush = Effect.fnUntraced(function* (items: ReadonlyArray<Item<A>>) {
    if (items.length === 0) return
    collector.record(yield* run(items))
    yield* onProgress(collector.report())
  })

  yield* Stream.runForEach(
    chunks,
    Effect.fnUntraced(function* (chunk) {
      for (const line of lines.add(chunk)) yield* flush(collector.add(line))
    })
  )
  for (const line of lines.finish()) yield* flush(collector.add(line))
  yield* flush(collector.take())
  return collector.report()
})
