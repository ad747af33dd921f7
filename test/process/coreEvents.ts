import { Duration, Layer, Redacted } from "effect"
import * as AtomicLayer from "../../src/layers/AtomicLayer.ts"
import * as DatabaseLayer from "../../src/layers/DatabaseLayer.ts"
import * as ArrivalSnapshotsLayer from "../../src/layers/repositories/ArrivalSnapshotsLayer.ts"
import * as PerkViewsLayer from "../../src/layers/repositories/PerkViewsLayer.ts"
import * as StaysLayer from "../../src/layers/repositories/StaysLayer.ts"
import * as WalletsLayer from "../../src/layers/repositories/WalletsLayer.ts"
import * as UlidsLayer from "../../src/layers/UlidsLayer.ts"
import type { Database } from "../support/servers/Database.ts"

/** Operations that events of the core would run, over the database of the processes under test. */
export const coreEvents = ({ url }: Pick<Database, "url">) =>
  Layer.mergeAll(
    ArrivalSnapshotsLayer.layerSql,
    AtomicLayer.layerSql,
    PerkViewsLayer.layerSql,
    StaysLayer.layerSql,
    UlidsLayer.layer,
    WalletsLayer.layerSql
  ).pipe(
    Layer.provide(
      DatabaseLayer.layerServer({ url: Redacted.make(url), pool: 1, statementTimeout: Duration.seconds(20) })
    ),
    Layer.orDie
  )
