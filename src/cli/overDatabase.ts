import { Layer } from "effect"
import * as Configuration from "../layers/Configuration.ts"
import { database } from "./database.ts"

/** Provides a command's services with the configured database, without the rest of the server. */
export const overDatabase = <Services, E, R>(services: Layer.Layer<Services, E, R>) =>
  services.pipe(Layer.provide(database), Layer.provide(Configuration.layer()))
