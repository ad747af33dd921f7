import { Console, DateTime, Effect } from "effect"
import { Command } from "effect/cli"
import { json, organizationFlag } from "../flags.ts"
import { organizationOf } from "../organizationOf.ts"
import { printJson } from "../printJson.ts"
import { table } from "../table.ts"
import { allOf } from "./allOf.ts"
import { installationServices } from "./installationServices.ts"

/** Lists an organization's installations without their secrets. */
export const list = Command.make(
  "list",
  {
    organization: organizationFlag,
    json
  },
  Effect.fn("installations list")(function* (options) {
    const { chat, sms } = yield* allOf((yield* organizationOf(options.organization)).id)
    const items = [
      ...chat.map((installation) => ({ kind: "chat", ...installation })),
      ...sms.map((installation) => ({ kind: "sms", ...installation }))
    ].map(({ formerSecretEnc, kind, name, rotatedAt, scheme, status, xid }) => ({
      id: xid,
      kind,
      name,
      scheme,
      status,
      rotatedAt: DateTime.formatIso(rotatedAt),
      isRotating: formerSecretEnc !== null
    }))
    if (options.json) return yield* printJson({ items })
    const rows = items.map((item) => [
      item.id,
      item.kind,
      item.scheme,
      item.status,
      item.isRotating ? "two secrets" : "one secret",
      item.name
    ])
    yield* Console.log(
      rows.length === 0
        ? "There are no installations."
        : table([["id", "kind", "scheme", "status", "secrets", "name"], ...rows])
    )
  }, Effect.provide(installationServices))
).pipe(
  Command.withDescription("List the installations of an organization, without secrets"),
  Command.withExamples([
    { command: "hub installations list --organization grand --json", description: "Print them as JSON" }
  ])
)
