import { DateTime, Layer } from "effect"
import { demoDataset } from "../../src/demo/demoDataset.ts"
import type { Reach } from "../../src/domain/access/Reach.ts"
import * as ArrivalSnapshotsLayer from "../../src/layers/repositories/ArrivalSnapshotsLayer.ts"
import * as ArrivalsLayer from "../../src/layers/repositories/ArrivalsLayer.ts"
import * as PerkViewsLayer from "../../src/layers/repositories/PerkViewsLayer.ts"
import * as UlidsLayer from "../../src/layers/UlidsLayer.ts"

/** Tokyo and Lisbon are a day ahead of New York at this moment. */
export const now = DateTime.makeUnsafe("2026-05-10T23:30:00Z")

export const demo = demoDataset(now)

/** What arrivals and what they owe are made from, on both stores. */
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

export const everywhere: Reach = { organizationIds: "all", venueIds: "all" }
