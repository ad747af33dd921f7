import { Effect, Layer } from "effect"
import * as DatabaseLayer from "../../src/layers/DatabaseLayer.ts"
import { migrate } from "../../src/sql/migrations.ts"

/** A migrated database, empty, in process, private to the suite that asks for it. */
export const layer = Layer.effectDiscard(migrate).pipe(
  Layer.provideMerge(DatabaseLayer.layerEmbedded({})),
  Layer.tapError((error) => Effect.logError(error))
)
