import { Console, DateTime, Duration, Effect, Redacted } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { rotateKey } from "../../domain/access/rotateKey.ts"
import { json, period } from "../flags.ts"
import { printJson } from "../printJson.ts"
import { keyServices } from "./keyServices.ts"
import { keyView } from "./keyView.ts"
import { newKeyText } from "./newKeyText.ts"

/** Replaces a key with one that has the same permissions and prints the new secret once. */
export const rotate = Command.make(
  "rotate",
  {
    id: Argument.String("key").pipe(Argument.withDescription("Id of the key, from `hub keys list`")),
    overlap: period("overlap").pipe(
      Flag.withDescription("How long the old key stays valid [default: 24h]"),
      Flag.withDefault(Duration.hours(24))
    ),
    json
  },
  Effect.fn("keys rotate")(function* (options) {
    const { key, retired, secret } = yield* rotateKey(options.id, options.overlap)
    const now = yield* DateTime.now
    const view = keyView(key, now)
    const old = keyView(retired, now)
    if (options.json) {
      return yield* printJson({
        ...view,
        secret: Redacted.value(secret),
        replaces: { id: old.id, expiresAt: old.expiresAt }
      })
    }
    yield* Console.log(`${newKeyText(view, secret)}\nThe old key ${old.id} is valid until ${old.expiresAt}.`)
  }, Effect.provide(keyServices))
).pipe(
  Command.withDescription(
    "Replace a key with one that has the same permissions; the old key stays valid for the overlap"
  ),
  Command.withExamples([{ command: "hub keys rotate KEY --overlap 24h", description: "A day to switch over" }])
)
