import { Console, DateTime, Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { revokeKey } from "../../domain/access/revokeKey.ts"
import { json } from "../flags.ts"
import { printJson } from "../printJson.ts"
import { keyServices } from "./keyServices.ts"
import { keyView } from "./keyView.ts"

/** Revokes a key. Running servers are notified immediately and refuse it after HUB_KEY_CACHE_SECONDS at the latest. */
export const revoke = Command.make(
  "revoke",
  {
    id: Argument.String("key").pipe(Argument.withDescription("Id of the key, from `hub keys list`")),
    json
  },
  Effect.fn("keys revoke")(function* (options) {
    const key = yield* revokeKey(options.id)
    const view = keyView(key, yield* DateTime.now)
    yield* options.json
      ? printJson(view)
      : Console.log(`Key ${view.id} (${view.name}) was revoked at ${view.revokedAt}.`)
  }, Effect.provide(keyServices))
).pipe(
  Command.withDescription("Revoke a key immediately, on every running server"),
  Command.withExamples([{ command: "hub keys revoke KEY", description: "Refuse all further requests with a key" }])
)
