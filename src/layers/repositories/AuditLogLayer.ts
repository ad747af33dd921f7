import { Effect, Layer, TxHashMap } from "effect"
import { AuditLog } from "../../domain/audit/AuditLog.ts"
import { makeAuditLogSql } from "../../sql/AuditLogSql.ts"
import { Memory } from "../Memory.ts"

export const layerSql = Layer.effect(AuditLog, makeAuditLogSql)

/** The twin over the in-memory tables; rows are never removed, so their number is the last id. */
export const layerMemory = Layer.effect(
  AuditLog,
  Effect.gen(function* () {
    const { auditLog } = yield* Memory
    return AuditLog.of({
      insert: Effect.fnUntraced(function* (entry) {
        const id = (yield* TxHashMap.size(auditLog)) + 1
        yield* TxHashMap.set(auditLog, String(id), { id, ...entry })
      }, Effect.tx),
      list: Effect.fnUntraced(function* (subject) {
        const rows = (yield* TxHashMap.values(auditLog)).filter((row) => row.subject === subject)
        return rows.toSorted((a, b) => a.id - b.id).map(({ id: _, ...entry }) => entry)
      }, Effect.tx)
    })
  })
)
