import { Effect, Layer } from "effect"
import { Configuration } from "../layers/Configuration.ts"
import * as DigestsLayer from "../layers/DigestsLayer.ts"

/** Digests keyed with the configured secrets. */
export const digests = Layer.unwrap(
  Effect.map(Configuration, ({ formerSecrets, secret }) => DigestsLayer.layer(secret, formerSecrets))
)
