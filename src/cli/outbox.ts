import { Console, DateTime, Effect, Layer } from "effect"
import { Command } from "effect/cli"
import { Mailbox } from "../domain/delivery/Mailbox.ts"
import { Outbox } from "../domain/outbox/Outbox.ts"
import * as MailboxLayer from "../layers/repositories/MailboxLayer.ts"
import * as OutboxLayer from "../layers/repositories/OutboxLayer.ts"
import { json } from "./flags.ts"
import { overDatabase } from "./overDatabase.ts"
import { printJson } from "./printJson.ts"
import { table } from "./table.ts"
import { instantOrNull } from "../domain/shared/Instant.ts"

const services = overDatabase(Layer.mergeAll(MailboxLayer.layerSql, OutboxLayer.layerSql))

/**
 * Shows the newest outgoing messages and, in development, the messages delivered to the mailbox. Only delivered texts
 * contain tokens.
 */
export const outbox = Command.make(
  "outbox",
  { json },
  Effect.fn("outbox")(function* (options) {
    const entries = yield* Outbox.use(({ list }) => list)
    const delivered = yield* Mailbox.use(({ list }) => list)
    const mailbox = delivered.map((message) => ({ ...message, receivedAt: DateTime.formatIso(message.receivedAt) }))
    if (options.json) {
      const items = entries.map(({ attempts, createdAt, dueAt, id, kind, status }) => ({
        id,
        kind,
        status,
        attempts,
        dueAt: instantOrNull(dueAt),
        createdAt: DateTime.formatIso(createdAt)
      }))
      return yield* printJson({ items, mailbox })
    }
    const rows = entries.map(({ attempts, createdAt, id, kind, status }) => [
      String(id),
      status,
      kind,
      `${attempts} attempts`,
      DateTime.formatIso(createdAt)
    ])
    const texts = mailbox.map(
      ({ body, channel, receivedAt, recipient, subject }) =>
        `${receivedAt} ${channel} to ${recipient}${subject === "" ? "" : `: ${subject}`}\n${body}`
    )
    yield* Console.log([rows.length === 0 ? "The outbox is empty." : table(rows), ...texts].join("\n\n"))
  }, Effect.provide(services))
).pipe(
  Command.withDescription("Show outgoing messages and, in development, the messages delivered to the mailbox"),
  Command.withExamples([{ command: "hub outbox --json", description: "Print them as JSON, including delivered texts" }])
)
