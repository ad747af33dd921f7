import { Effect, Layer } from "effect"
import { checkSealed, type SealedCount } from "../../domain/secrets/checkSealed.ts"
import * as SealedValuesLayer from "../../layers/repositories/SealedValuesLayer.ts"
import { sealedKinds } from "../sealedKinds.ts"
import { vault } from "../vault.ts"
import { type Check, fail, ok, warn } from "./Check.ts"

/** Time limit per kind of value, so that of a large table only a part is opened. */
const maxMillis = 3000

const checkOf = ({ former, isWhole, kind, opened, unopened }: SealedCount): Check => {
  const name = sealedKinds[kind]
  const extent = isWhole ? "" : `; stopped after ${maxMillis / 1000} s`
  if (unopened > 0) {
    return fail(
      name,
      `${unopened} cannot be opened, ${opened} can${extent}: is a secret missing from HUB_FORMER_SECRETS?`
    )
  }
  return former > 0
    ? warn(name, `${opened} can be opened, ${former} of them with a former secret${extent}: run \`hub rotate secret\``)
    : ok(name, `${opened} can be opened${extent}`)
}

/** Checks that all sealed values can be opened with the configured secrets. */
export const checkSecrets = Effect.map(checkSealed(maxMillis), (counts) => counts.map(checkOf)).pipe(
  Effect.provide(Layer.merge(SealedValuesLayer.layerSql, vault))
)
