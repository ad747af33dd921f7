import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { AssistantClients } from "../../domain/assistants/AssistantClients.ts"
import { json } from "../flags.ts"
import { printJson } from "../printJson.ts"
import { table } from "../table.ts"
import { assistantServices } from "./assistantServices.ts"
import { clientView } from "./clientView.ts"

const maxClients = 1000

/** Lists the registered assistant hosts, oldest first. */
export const list = Command.make(
  "list",
  { json },
  Effect.fn("assistants list")(function* (options) {
    const clients = yield* AssistantClients.use(({ list: listClients }) => listClients(maxClients))
    const items = clients.map(clientView)
    if (options.json) return yield* printJson({ items })
    const rows = items.map(({ allowed, clientId, name }) => [clientId, allowed ? "allowed" : "denied", name])
    yield* Console.log(
      rows.length === 0 ? "There are no assistant hosts." : table([["client id", "status", "name"], ...rows])
    )
  }, Effect.provide(assistantServices))
).pipe(
  Command.withDescription(`List assistant hosts, oldest first (at most ${maxClients})`),
  Command.withExamples([{ command: "hub assistants list --json", description: "Print them as JSON" }])
)
