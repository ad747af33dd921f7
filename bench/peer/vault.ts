import { Effect, Redacted } from "effect"
import { Vault } from "../../src/domain/shared/Vault.ts"
import { developmentSecret } from "../../src/domain/shared/developmentSecret.ts"
import * as VaultLayer from "../../src/layers/VaultLayer.ts"

/** Seals stored responses, codes and signing secrets with the service's code, which is plain node:crypto. */
export const vault = Effect.runSync(Effect.provide(Vault, VaultLayer.layer(Redacted.make(developmentSecret))))
