import { Effect, Option, Stream } from "effect"
import { type AuditFilter, AuditLog, type AuditRow } from "./AuditLog.ts"

/** Entries per query. */
const chunk = 1000

/** The matching entries by time, read in chunks as they are consumed; includes entries written meanwhile. */
export const readAudit = (filter: AuditFilter): Stream.Stream<AuditRow, never, AuditLog> =>
  Stream.paginate(undefined, (after: number | undefined) =>
    Effect.gen(function* () {
      const log = yield* AuditLog
      const rows = yield* log.page({ ...filter, after, limit: chunk })
      const last = rows.at(-1)
      const next = last === undefined || rows.length < chunk ? Option.none() : Option.some(last.id)
      return [rows, next] as const
    })
  )
