import { Effect, Layer, TxHashMap } from "effect"
import { everywhere } from "../../domain/access/Reach.ts"
import { ArrivalRebuilds } from "../../domain/arrivals/ArrivalRebuilds.ts"
import { makeArrivalRebuildsSql } from "../../sql/repositories/ArrivalRebuildsSql.ts"
import { Memory } from "../memory/Memory.ts"
import { rowsMemory } from "../memory/rowsMemory.ts"
import { pendingRebuilds } from "./pendingRebuilds.ts"

export const layerSql = Layer.effect(ArrivalRebuilds, makeArrivalRebuildsSql)

/** The twin over the in-memory tables. Instead of locking, it retries conflicting transactions. */
export const layerMemory = Layer.effect(
  ArrivalRebuilds,
  Effect.gen(function* () {
    const memory = yield* Memory
    const rows = rowsMemory(memory, "arrivalRebuilds")
    return ArrivalRebuilds.of({
      insert: (rebuild) => Effect.asVoid(Effect.orDie(rows.insertNumbered(rebuild))),
      listWithin: (reach) => Effect.tx(pendingRebuilds(memory, reach)),
      lockWithin: (reach) => Effect.tx(pendingRebuilds(memory, reach)),
      updateRebuilt: Effect.fnUntraced(function* ({ ids, venueIds }) {
        const venues = yield* TxHashMap.values(memory.properties)
        const removed = []
        for (const rebuild of yield* pendingRebuilds(memory, everywhere)) {
          const { id, organizationId } = rebuild
          if (!ids.includes(id)) continue
          const affected =
            rebuild.venueIds ?? venues.filter((row) => row.organizationId === organizationId).map((row) => row.id)
          const remaining = venueIds === null ? [] : affected.filter((venueId) => !venueIds.includes(venueId))
          yield* remaining.length === 0
            ? rows.remove({ id })
            : Effect.orDie(rows.update({ id }, { venueIds: remaining.toSorted((a, b) => a - b) }))
          if (remaining.length === 0) removed.push(id)
        }
        return removed
      }, Effect.tx)
    })
  })
)
