import { table } from "../dataset/Table.ts"
import { IdempotencyRecord } from "./IdempotencyKeys.ts"

/** The idempotency keys of every surface. */
export const idempotencyTables = {
  idempotencyKeys: table(IdempotencyRecord, {
    key: ["namespace", "tenant", "key"],
    tenant: "tenant",
    journal: true
  })
}
