import { table } from "../dataset/Table.ts"
import { MailboxMessage } from "./Mailbox.ts"

/** Messages captured in development. */
export const deliveryTables = {
  mailbox: table(MailboxMessage, {
    key: ["id"],
    uniques: { mailbox_message_id_key: { fields: ["messageId"] } },
    tenant: { none: "development delivers every message to itself" },
    journal: true
  })
}
