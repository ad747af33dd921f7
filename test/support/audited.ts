import { Effect } from "effect"
import { at, Service } from "./http/service.ts"

const table = "auditLog "

/** The audit log entries of a subject, for a service over memory, oldest first. */
export const auditOf = (subject: string) =>
  Effect.gen(function* () {
    const { rows } = yield* Service
    const entries: ReadonlyArray<unknown> = [...(yield* rows)]
      .filter((row) => row.startsWith(table))
      .map((row) => JSON.parse(row.slice(table.length)))
    return entries
      .filter((entry) => at(entry, "subject") === subject)
      .toSorted((a, b) => Number(at(a, "id")) - Number(at(b, "id")))
      .map((entry) => ({ action: at(entry, "action"), before: at(entry, "before"), after: at(entry, "after") }))
  })
