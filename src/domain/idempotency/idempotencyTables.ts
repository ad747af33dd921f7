import { table } from "../dataset/Table.ts"
import { IdempotencyRecord } from "./IdempotencyKeys.ts"

/** The memory of writes of all surfaces. */
export const idempotencyTables = {
  idempotencyKeys: table(IdempotencyRecord, {
    key: ["namespace", "tenant", "key"],
    tenant: "tenant",
    journal: true
  })
}
