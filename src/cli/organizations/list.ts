import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { Organizations } from "../../domain/organizations/Organizations.ts"
import { json } from "../flags.ts"
import { keyServices } from "../keys/keyServices.ts"
import { printJson } from "../printJson.ts"
import { table } from "../table.ts"

const maxOrganizations = 1000

/** Lists organizations by slug. */
export const list = Command.make(
  "list",
  { json },
  Effect.fn("organizations list")(function* (options) {
    const organizations = yield* Organizations.use(({ list: listAll }) => listAll(maxOrganizations))
    const items = organizations.map(({ name, slug, status, xid }) => ({ id: xid, slug, status, name }))
    if (options.json) return yield* printJson({ items })
    const rows = items.map(({ id, name, slug, status }) => [id, slug, status, name])
    yield* Console.log(
      rows.length === 0 ? "There are no organizations." : table([["id", "slug", "status", "name"], ...rows])
    )
  }, Effect.provide(keyServices))
).pipe(
  Command.withDescription(`List organizations by slug (at most ${maxOrganizations})`),
  Command.withExamples([{ command: "hub organizations list --json", description: "Print them as JSON" }])
)
