import { DateTime, Effect, Layer, Order, TxHashMap } from "effect"
import { type AuditFilter, AuditLog, type AuditRow } from "../../domain/audit/AuditLog.ts"
import { makeAuditLogSql } from "../../sql/repositories/AuditLogSql.ts"
import { Memory, tableIn } from "../memory/Memory.ts"
import { rowsMemory } from "../memory/rowsMemory.ts"

export const layerSql = Layer.effect(AuditLog, makeAuditLogSql)

const byTime = Order.combine(
  Order.mapInput(DateTime.Order, ({ createdAt }: AuditRow) => createdAt),
  Order.mapInput(Order.Number, ({ id }: AuditRow) => id)
)

const fits =
  ({ actor, organizationId, since, subject, until }: AuditFilter) =>
  (row: AuditRow) =>
    (organizationId === undefined || row.organizationId === organizationId) &&
    (subject === undefined || row.subject === subject) &&
    (actor === undefined || (row.actor.kind === actor.kind && (actor.id === null || row.actor.id === actor.id))) &&
    (since === undefined || DateTime.isGreaterThanOrEqualTo(row.createdAt, since)) &&
    (until === undefined || DateTime.isLessThan(row.createdAt, until))

export const layerMemory = Layer.effect(
  AuditLog,
  Effect.map(Memory, (memory) => {
    const auditLog = rowsMemory(memory, "auditLog")
    return {
      insert: (entry) => Effect.orDie(Effect.asVoid(auditLog.insertNumbered(entry))),
      list: (subject) =>
        Effect.map(auditLog.list({ subject }, { by: ["id"] }), (rows) => rows.map(({ id: _, ...entry }) => entry)),
      page: ({ after, limit, ...filter }) =>
        Effect.map(TxHashMap.values(tableIn(memory, "auditLog")), (rows) => {
          const last = rows.find(({ id }) => id === after)
          return rows
            .filter(fits(filter))
            .filter((row) => after === undefined || (last !== undefined && byTime(row, last) > 0))
            .toSorted(byTime)
            .slice(0, limit)
        })
    }
  })
)
