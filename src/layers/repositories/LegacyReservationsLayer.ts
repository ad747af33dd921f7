import { Effect, Layer, Option, TxHashMap } from "effect"
import { LegacyReservations } from "../../domain/reservations/LegacyReservations.ts"
import { LegacyReservationMissing } from "../../domain/reservations/ReservationErrors.ts"
import { makeLegacyReservationsSql } from "../../sql/repositories/LegacyReservationsSql.ts"
import { Memory } from "../memory/Memory.ts"

export const layerSql = Layer.effect(LegacyReservations, makeLegacyReservationsSql)

export const layerMemory = Layer.effect(
  LegacyReservations,
  Effect.gen(function* () {
    const memory = yield* Memory
    return LegacyReservations.of({
      getExternalId: Effect.fnUntraced(function* (documentId) {
        const reference = yield* TxHashMap.get(memory.legacyReservations, documentId)
        if (Option.isNone(reference)) return yield* new LegacyReservationMissing()
        const stay = yield* TxHashMap.get(memory.reservations, String(reference.value.reservationId))
        return Option.isNone(stay) ? yield* new LegacyReservationMissing() : stay.value.externalId
      }, Effect.tx)
    })
  })
)
