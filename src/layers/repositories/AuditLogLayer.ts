import { Effect, Layer } from "effect"
import { AuditLog } from "../../domain/audit/AuditLog.ts"
import { makeAuditLogSql } from "../../sql/AuditLogSql.ts"
import { Memory } from "../Memory.ts"
import { rowsMemory } from "../rowsMemory.ts"

export const layerSql = Layer.effect(AuditLog, makeAuditLogSql)

/** The twin over the in-memory tables. */
export const layerMemory = Layer.effect(
  AuditLog,
  Effect.map(Memory, (memory) => {
    const auditLog = rowsMemory(memory, "auditLog")
    return {
      insert: (entry) => Effect.orDie(Effect.asVoid(auditLog.insertNumbered(entry))),
      list: (subject) =>
        Effect.map(auditLog.list({ subject }, { by: ["id"] }), (rows) => rows.map(({ id: _, ...entry }) => entry))
    }
  })
)
