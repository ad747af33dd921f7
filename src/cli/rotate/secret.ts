import { Console, Effect, Layer } from "effect"
import { Command } from "effect/cli"
import { type Resealed, resealAll } from "../../domain/secrets/resealAll.ts"
import * as AtomicLayer from "../../layers/AtomicLayer.ts"
import * as SealedValuesLayer from "../../layers/repositories/SealedValuesLayer.ts"
import { json } from "../flags.ts"
import { overDatabase } from "../overDatabase.ts"
import { printJson } from "../printJson.ts"
import { Refused } from "../Refused.ts"
import { sealedKinds } from "../sealedKinds.ts"
import { table } from "../table.ts"
import { vault } from "../vault.ts"

const services = overDatabase(Layer.mergeAll(SealedValuesLayer.layerSql, AtomicLayer.layerSql, vault))

/** Number of values between progress lines if the output is not a terminal. */
const step = 1000

/**
 * Shows how many values of a kind have been resealed: updated in place on a terminal, otherwise a line per thousand.
 */
const progressOn = (stream: { readonly isTTY?: boolean; readonly write: (text: string) => unknown }) => {
  let shown = ""
  return ({ kind, resealed }: Resealed) =>
    Effect.sync(() => {
      const count = stream.isTTY === true ? resealed : resealed - (resealed % step)
      const text = `${sealedKinds[kind]}: ${count} re-encrypted`
      if (text === shown || (stream.isTTY !== true && count === 0)) return
      stream.write(stream.isTTY === true ? `${shown.startsWith(sealedKinds[kind]) ? "\r" : "\n"}${text}` : `${text}\n`)
      shown = text
    })
}

const notes = [
  "No other stored data depends on the secret. Cursors held by clients are verified with HUB_FORMER_SECRETS as long as it",
  "contains their secret; keys, invites and request fingerprints are hashed without a secret."
].join("\n")

const whole = [
  "Remove HUB_FORMER_SECRETS once every process has run with this HUB_SECRET for longer than clients keep a cursor,",
  "and `hub doctor` reports no values under a former secret."
].join("\n")

/**
 * Reseals stored values under the current HUB_SECRET. Safe to run next to serving processes and to repeat; fails if
 * some values cannot be opened or stay locked.
 */
export const secret = Command.make(
  "secret",
  { json },
  Effect.fn("rotate secret")(function* (options) {
    const kinds = yield* resealAll(progressOn(process.stderr))
    if (process.stderr.isTTY === true) process.stderr.write("\n")
    const left = kinds.reduce((sum, { busy, unopened }) => sum + busy + unopened, 0)
    if (options.json) yield* printJson({ kinds, left })
    else {
      const rows = kinds.map(({ busy, kind, resealed, unopened }) => [
        sealedKinds[kind],
        `${resealed} re-encrypted`,
        `${unopened} cannot be decrypted`,
        `${busy} locked`
      ])
      yield* Console.log([table(rows), "", notes, ...(left === 0 ? [whole] : [])].join("\n"))
    }
    if (left > 0) {
      return yield* new Refused({
        message: `${left} values were not re-encrypted: run it again for locked ones; for the others, add their secret to HUB_FORMER_SECRETS.`
      })
    }
  }, Effect.provide(services))
).pipe(
  Command.withDescription("Re-encrypt under HUB_SECRET everything that is encrypted under one of HUB_FORMER_SECRETS"),
  Command.withExamples([
    {
      command: "hub rotate secret",
      description: "Run it after changing HUB_SECRET and adding the former value to HUB_FORMER_SECRETS"
    },
    { command: "hub rotate secret --json", description: "Print JSON; exit code 1 if values are left" }
  ])
)
