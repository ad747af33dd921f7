import { Effect, Redacted } from "effect"
import { Vault } from "../../src/domain/shared/Vault.ts"
import { developmentSecret } from "../../src/layers/configuration/refusals.ts"
import * as VaultLayer from "../../src/layers/VaultLayer.ts"

/** Answers, codes and signing secrets are kept sealed, by the code of the service: it is plain node:crypto. */
export const vault = Effect.runSync(Effect.provide(Vault, VaultLayer.layer(Redacted.make(developmentSecret))))
