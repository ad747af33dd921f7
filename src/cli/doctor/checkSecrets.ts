import { Effect, Layer } from "effect"
import { checkSealed, type SealedCount } from "../../domain/secrets/checkSealed.ts"
import { Configuration } from "../../layers/Configuration.ts"
import * as SealedValuesLayer from "../../layers/repositories/SealedValuesLayer.ts"
import * as VaultLayer from "../../layers/VaultLayer.ts"
import { sealedKinds } from "../sealedKinds.ts"
import { type Check, fail, ok, warn } from "./Check.ts"

/** How long the values of one kind are opened, so that all kinds fit the time of the database's checks. */
const mostMillis = 3000

const checkOf = ({ former, isWhole, kind, opened, unopened }: SealedCount): Check => {
  const name = sealedKinds[kind]
  const extent = isWhole ? "" : `; stopped after ${mostMillis / 1000} s`
  if (unopened > 0) {
    return fail(name, `${unopened} do not open, ${opened} do${extent}: is a secret missing from HUB_FORMER_SECRETS?`)
  }
  return former > 0
    ? warn(name, `${opened} open, ${former} of them by a former secret${extent}: run \`hub rotate secret\``)
    : ok(name, `${opened} open${extent}`)
}

const services = Layer.unwrap(
  Effect.map(Configuration, ({ formerSecrets, secret }) =>
    Layer.merge(SealedValuesLayer.layerSql, VaultLayer.layer(secret, formerSecrets))
  )
)

/** Whether everything that is stored sealed opens with the configured secrets. */
export const checkSecrets = Effect.map(checkSealed(mostMillis), (counts) => counts.map(checkOf)).pipe(
  Effect.provide(services)
)
