import { Effect, Layer } from "effect"
import { Configuration } from "../layers/Configuration.ts"
import * as VaultLayer from "../layers/VaultLayer.ts"

/** The vault of the configured secrets. */
export const vault = Layer.unwrap(
  Effect.map(Configuration, ({ formerSecrets, secret }) => VaultLayer.layer(secret, formerSecrets))
)
