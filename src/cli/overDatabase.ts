import { Layer } from "effect"
import * as Configuration from "../layers/Configuration.ts"
import { requireMigrated } from "../sql/requireMigrated.ts"
import { database } from "./database.ts"

/** The configured database, refused if it has the schema of another release. */
export const migratedDatabase = Layer.provideMerge(Layer.effectDiscard(requireMigrated), database)

/** Provides a command's services with the configured database, without the rest of the server. */
export const overDatabase = <Services, E, R>(services: Layer.Layer<Services, E, R>) =>
  services.pipe(Layer.provide(migratedDatabase), Layer.provide(Configuration.layer()))
