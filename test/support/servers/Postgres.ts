import { Duration, Effect, Layer, Redacted } from "effect"
import * as DatabaseLayer from "../../../src/layers/DatabaseLayer.ts"
import { migrate } from "../../../src/sql/migrations.ts"
import * as embeddedDatabase from "./embeddedDatabase.ts"
import { migratedDatabase } from "./freshDatabase.ts"
import { postgres } from "./servers.ts"

const onServer = Layer.unwrap(
  Effect.map(migratedDatabase, ({ url }) =>
    DatabaseLayer.layerServer({ url: Redacted.make(url), pool: 4, statementTimeout: Duration.seconds(30) })
  )
)

/**
 * A migrated, empty database private to the suite that uses it: on the server of `DATABASE_URL` if set, else in
 * process. The same tests therefore cover both.
 */
export const layer = Layer.effectDiscard(migrate).pipe(
  Layer.provideMerge(postgres.url === undefined ? embeddedDatabase.layer : onServer),
  Layer.tapError((error) => Effect.logError(error))
)
