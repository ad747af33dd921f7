import { assert } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { Conflict } from "../../src/domain/dataset/Conflict.ts"
import { RowStore } from "../../src/domain/dataset/RowStore.ts"
import { LegacyReservations } from "../../src/domain/reservations/LegacyReservations.ts"
import { ReservationId, ReservationXid } from "../../src/domain/reservations/Reservation.ts"
import { LegacyReservationMissing } from "../../src/domain/reservations/ReservationErrors.ts"
import * as LegacyReservationsLayer from "../../src/layers/repositories/LegacyReservationsLayer.ts"
import * as RowStoreLayer from "../../src/layers/RowStoreLayer.ts"
import { twins } from "../support/twins.ts"

const dataset = demoWithoutCities(DateTime.makeUnsafe("2026-03-04T05:06:07Z"))

const services = {
  layerMemory: Layer.merge(LegacyReservationsLayer.layerMemory, RowStoreLayer.layerMemory),
  layerSql: Layer.merge(LegacyReservationsLayer.layerSql, RowStoreLayer.layerSql)
}

twins("LegacyReservations", services, dataset, (it) => {
  it.effect("PUB-010: returns the external id of the stay behind a legacy id", () =>
    Effect.gen(function* () {
      const legacy = yield* LegacyReservations
      assert.isAbove(dataset.legacyReservations.length, 2)
      for (const { documentId, reservationId } of dataset.legacyReservations) {
        const stay = dataset.reservations.find((one) => one.id === reservationId)
        assert.strictEqual(yield* legacy.getExternalId(documentId), stay?.externalId)
      }
    })
  )

  it.effect("PUB-012: a legacy id that was never issued is LegacyReservationMissing", () =>
    Effect.gen(function* () {
      const legacy = yield* LegacyReservations
      const [first] = dataset.legacyReservations
      for (const documentId of ["0".repeat(24), first?.documentId.slice(0, 23) ?? "", `${first?.documentId}0`]) {
        assert.deepStrictEqual(yield* Effect.flip(legacy.getExternalId(documentId)), new LegacyReservationMissing())
      }
    })
  )

  it.effect("PUB-017: refuses a reference to a stay created since the deprecation, on insert and update", () =>
    Effect.gen(function* () {
      const store = yield* RowStore
      const [stay] = dataset.reservations
      assert(stay !== undefined)
      const added = Effect.fnUntraced(function* (id: number, createdAt: string) {
        const reservationId = ReservationId.make(id)
        const externalId = ReservationXid.make(`created ${createdAt}`)
        yield* store
          .of("reservations")
          .insert({ ...stay, id: reservationId, externalId, createdAt: DateTime.makeUnsafe(createdAt) })
        return reservationId
      })
      const [last, first] = [
        yield* added(900_001, "2025-12-31T23:59:59.999Z"),
        yield* added(900_002, "2026-01-01T00:00:00.000Z")
      ]
      const references = store.of("legacyReservations")
      const documentId = "9".repeat(24)
      yield* references.insert({ documentId, reservationId: last })
      const refused = new Conflict("legacy_reservations_reservation_id_fkey")
      assert.deepStrictEqual(
        yield* Effect.flip(references.insert({ documentId: "8".repeat(24), reservationId: first })),
        refused
      )
      assert.deepStrictEqual(yield* Effect.flip(references.update({ documentId }, { reservationId: first })), refused)
      const legacy = yield* LegacyReservations
      assert.strictEqual(yield* legacy.getExternalId(documentId), "created 2025-12-31T23:59:59.999Z")
    })
  )
})
