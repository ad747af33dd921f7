import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { denyAssistant } from "../../domain/assistants/denyAssistant.ts"
import { json } from "../flags.ts"
import { printJson } from "../printJson.ts"
import { Refused } from "../Refused.ts"
import { assistantServices } from "./assistantServices.ts"
import { clientArgument } from "./clientArgument.ts"
import { clientText, clientView } from "./clientView.ts"

/** Removes an assistant host from the allowlist; running servers refuse its next request (INT-025). */
export const deny = Command.make(
  "deny",
  { clientId: clientArgument, json },
  Effect.fn("assistants deny")(function* (options) {
    const client = yield* denyAssistant(options.clientId).pipe(
      Effect.catchTag("AssistantClientMissing", ({ message }) => new Refused({ message: `${message}.` }))
    )
    yield* options.json ? printJson(clientView(client)) : Console.log(clientText(client))
  }, Effect.provide(assistantServices))
).pipe(
  Command.withDescription("Deny an assistant host; its requests are refused immediately, even with a valid token"),
  Command.withExamples([
    { command: "hub assistants deny my-assistant", description: "Refuse all further requests of a host" }
  ])
)
