import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { demoDataset } from "../../src/demo/demoDataset.ts"
import { LegacyReservations } from "../../src/domain/reservations/LegacyReservations.ts"
import { LegacyReservationMissing } from "../../src/domain/reservations/ReservationErrors.ts"
import * as LegacyReservationsLayer from "../../src/layers/repositories/LegacyReservationsLayer.ts"
import { twins } from "../support/twins.ts"

const dataset = demoDataset(DateTime.makeUnsafe("2026-03-04T05:06:07Z"))

twins("LegacyReservations", LegacyReservationsLayer, dataset, (it) => {
  it.effect("PUB-010 gives the external id of the stay that a reference stands for", () =>
    Effect.gen(function* () {
      const legacy = yield* LegacyReservations
      assert.isAbove(dataset.legacyReservations.length, 2)
      for (const { documentId, reservationId } of dataset.legacyReservations) {
        const stay = dataset.reservations.find((one) => one.id === reservationId)
        assert.strictEqual(yield* legacy.getExternalId(documentId), stay?.externalId)
      }
    })
  )

  it.effect("PUB-012 has nothing for a reference that was never issued", () =>
    Effect.gen(function* () {
      const legacy = yield* LegacyReservations
      const [first] = dataset.legacyReservations
      for (const documentId of ["0".repeat(24), first?.documentId.slice(0, 23) ?? "", `${first?.documentId}0`]) {
        assert.deepStrictEqual(yield* Effect.flip(legacy.getExternalId(documentId)), new LegacyReservationMissing())
      }
    })
  )
})
