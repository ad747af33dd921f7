import { Console, DateTime, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { ApiKeys } from "../../domain/access/ApiKeys.ts"
import { json } from "../flags.ts"
import { organizationOf } from "../organizationOf.ts"
import { printJson } from "../printJson.ts"
import { table } from "../table.ts"
import { keyServices } from "./keyServices.ts"
import { keyView } from "./keyView.ts"

/** Lists keys, oldest first, without secrets or hashes (GEN-009). */
export const list = Command.make(
  "list",
  {
    organization: Flag.String("organization").pipe(
      Flag.withDescription("Only keys of this organization, by slug or id"),
      Flag.optional
    ),
    json
  },
  Effect.fn("keys list")(function* (options) {
    const organization = Option.isNone(options.organization)
      ? undefined
      : (yield* organizationOf(options.organization.value)).xid
    const listings = yield* ApiKeys.use((keys) => keys.list(organization))
    const now = yield* DateTime.now
    const items = listings.map(({ integration, key, organization }) => ({
      ...keyView(key, now),
      organization: organization?.xid ?? null,
      integration: integration?.xid ?? null
    }))
    if (options.json) return yield* printJson({ items })
    const rows = items.map((item) => [
      item.id,
      item.state,
      `${item.prefix}...${item.lastFour}`,
      item.organization ?? "every organization",
      item.expiresAt ?? "never expires",
      item.lastUsedAt === null ? "never used" : `used ${item.lastUsedAt}`,
      item.name
    ])
    const titles = ["id", "state", "key", "organization", "expires", "used", "name"]
    yield* Console.log(rows.length === 0 ? "There are no keys." : table([titles, ...rows]))
  }, Effect.provide(keyServices))
).pipe(
  Command.withDescription("List keys, oldest first, without secrets"),
  Command.withExamples([
    { command: "hub keys list --organization ORG --json", description: "Keys of one organization, as JSON" }
  ])
)
