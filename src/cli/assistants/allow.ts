import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { allowAssistant } from "../../domain/assistants/allowAssistant.ts"
import { json } from "../flags.ts"
import { printJson } from "../printJson.ts"
import { assistantServices } from "./assistantServices.ts"
import { clientArgument } from "./clientArgument.ts"
import { clientText, clientView } from "./clientView.ts"

/** Registers an assistant host, or allows a registered one again (INT-025). */
export const allow = Command.make(
  "allow",
  {
    clientId: clientArgument,
    name: Flag.String("name").pipe(
      Flag.withDescription("Display name [default: the current name, or the client id]"),
      Flag.filter(
        (name) => name.trim() !== "" && name.length <= 200,
        () => "Expected 1 to 200 characters"
      ),
      Flag.optional
    ),
    json
  },
  Effect.fn("assistants allow")(function* (options) {
    const client = yield* allowAssistant({ clientId: options.clientId, name: Option.getOrUndefined(options.name) })
    yield* options.json ? printJson(clientView(client)) : Console.log(clientText(client))
  }, Effect.provide(assistantServices))
).pipe(
  Command.withDescription("Allow operators to connect an assistant host"),
  Command.withExamples([
    { command: "hub assistants allow my-assistant --name 'My assistant'", description: "Allow a host and name it" }
  ])
)
