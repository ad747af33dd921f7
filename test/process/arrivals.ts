import { Effect } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import { partnerKeys } from "../../src/demo/demoPartnerKeys.ts"
import type { Database } from "../support/servers/Database.ts"
import type { Call } from "../support/http/httpCall.ts"

const task = demoIds.arrivals["open"]

/** The write of the Partner API: acknowledges an arrival that is not acknowledged yet. */
export const acknowledge = (idempotencyKey: string): Call => ({
  method: "POST",
  path: `/v1/partner/arrivals/${task}/ack`,
  headers: { "x-api-key": partnerKeys.PA, "idempotency-key": idempotencyKey },
  body: { note: "Seen at the desk" }
})

/** Whether the write has taken its key and not answered yet. */
export const isInFlight = ({ value }: Database) =>
  Effect.map(
    value("SELECT count(*)::int FROM idempotency_keys WHERE namespace = 'partner' AND status IS NULL"),
    (count) => count === 1
  )

/** Takes the acknowledgement back, so that the next one has an effect. */
export const reopen = ({ query }: Database) =>
  query("UPDATE arrival_tasks SET status = 'open', acknowledged_at = NULL, acknowledged_by = NULL WHERE xid = $1", [
    task
  ])

/** Whether the acknowledgement is committed. */
export const isAcknowledged = ({ value }: Database) =>
  Effect.map(value("SELECT status FROM arrival_tasks WHERE xid = $1", [task]), (status) => status === "acknowledged")
