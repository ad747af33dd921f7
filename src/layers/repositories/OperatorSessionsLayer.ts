import { DateTime, Effect, HashMap, Layer, Option, TxHashMap } from "effect"
import type { OperatorSession } from "../../domain/operators/OperatorSession.ts"
import { OperatorSessions } from "../../domain/operators/OperatorSessions.ts"
import { makeOperatorSessionsSql } from "../../sql/repositories/OperatorSessionsSql.ts"
import { Memory } from "../memory/Memory.ts"
import { rowsMemory } from "../memory/rowsMemory.ts"

export const layerSql = Layer.effect(OperatorSessions, makeOperatorSessionsSql)

export const layerMemory = Layer.effect(
  OperatorSessions,
  Effect.gen(function* () {
    const memory = yield* Memory
    const rows = rowsMemory(memory, "operatorSessions")

    const change = (idHash: string, from: (session: OperatorSession) => OperatorSession) =>
      Effect.gen(function* () {
        for (const session of yield* TxHashMap.values(memory.operatorSessions)) {
          if (session.idHash === idHash)
            yield* TxHashMap.set(memory.operatorSessions, String(session.id), from(session))
        }
      }).pipe(Effect.tx)

    return OperatorSessions.of({
      find: Effect.fnUntraced(function* (idHash) {
        const found = yield* rows.find({ idHash })
        if (Option.isNone(found)) return Option.none()
        const session = found.value
        const operators = yield* TxHashMap.snapshot(memory.operators)
        const organizations = yield* TxHashMap.snapshot(memory.organizations)
        return Option.map(HashMap.get(operators, String(session.operatorId)), (operator) => {
          const { id, identitySubject, name, organizationId, permissions, status } = operator
          const organization =
            organizationId === null
              ? undefined
              : Option.getOrUndefined(HashMap.get(organizations, String(organizationId)))
          return {
            session,
            operator: { id, xid: identitySubject, name, permissions, status },
            organization:
              organization === undefined
                ? null
                : { id: organization.id, xid: organization.xid, status: organization.status }
          }
        })
      }, Effect.tx),
      insert: (session) => Effect.orDie(Effect.asVoid(rows.insertNumbered(session))),
      updateLastSeen: (idHash, at) =>
        change(idHash, (session) => ({ ...session, lastSeenAt: DateTime.max(session.lastSeenAt, at) })),
      updateRevokedAt: (idHash, at) =>
        change(idHash, (session) => ({ ...session, revokedAt: session.revokedAt ?? at })),
      removeExpired: Effect.fnUntraced(function* (instant) {
        const expired = (yield* TxHashMap.values(memory.operatorSessions)).filter(({ expiresAt }) =>
          DateTime.isLessThan(expiresAt, instant)
        )
        yield* TxHashMap.removeMany(
          memory.operatorSessions,
          expired.map(({ id }) => String(id))
        )
        return expired.length
      }, Effect.tx)
    })
  })
)
