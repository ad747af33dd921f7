import { DateTime, Effect, Layer } from "effect"
import { everywhere, type Reach } from "../../src/domain/access/Reach.ts"
import { Arrivals } from "../../src/domain/arrivals/Arrivals.ts"
import { demoWithoutCities } from "./datasets/demoWithoutCities.ts"
import * as ArrivalSnapshotsLayer from "../../src/layers/repositories/ArrivalSnapshotsLayer.ts"
import * as ArrivalsLayer from "../../src/layers/repositories/ArrivalsLayer.ts"
import * as PerkViewsLayer from "../../src/layers/repositories/PerkViewsLayer.ts"
import * as UlidsLayer from "../../src/layers/UlidsLayer.ts"

/** At this time it is already the next day in Tokyo and Lisbon, but not in New York. */
export const now = DateTime.makeUnsafe("2026-05-10T23:30:00Z")

export const demo = demoWithoutCities(now)

/** The services that arrivals and their benefits depend on, over both stores. */
export const arrivalTwin = {
  layerMemory: Layer.mergeAll(
    ArrivalsLayer.layerMemory,
    ArrivalSnapshotsLayer.layerMemory,
    PerkViewsLayer.layerMemory,
    UlidsLayer.layer
  ),
  layerSql: Layer.mergeAll(
    ArrivalsLayer.layerSql,
    ArrivalSnapshotsLayer.layerSql,
    PerkViewsLayer.layerSql,
    UlidsLayer.layer
  )
}

/** All tasks within reach, in list order, whatever their state. */
export const tasksAt = (at: DateTime.Utc, reach: Reach = everywhere) =>
  Effect.map(
    Arrivals.use((arrivals) =>
      arrivals.list({
        reach,
        now: at,
        from: undefined,
        to: undefined,
        statuses: ["open", "acknowledged", "completed", "withdrawn"],
        acknowledged: undefined,
        limit: 200,
        offset: 0
      })
    ),
    ({ items }) => items
  )
