import { DateTime, Layer } from "effect"
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
