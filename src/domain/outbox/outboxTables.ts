import { table } from "../dataset/Table.ts"
import { OutboxEntry } from "./Outbox.ts"

/** Messages to other systems. */
export const outboxTables = {
  outbox: table(OutboxEntry, {
    key: ["id"],
    tenant: { none: "only the dispatcher reads it, for all tenants" },
    journal: true
  })
}
