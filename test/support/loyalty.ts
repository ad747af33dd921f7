import { Effect } from "effect"
import { partnerKeys } from "../../src/demo/demoPartnerKeys.ts"
import { type Answer, recordOf, Service } from "./http/service.ts"

type KeyName = keyof typeof partnerKeys

/** Calls below `/v1/partner/loyalty` with a demo key. A write has a fresh Idempotency-Key by default. */
export const loyalty = (
  method: string,
  path: string,
  { as = "PA", body, key }: { readonly as?: KeyName; readonly body?: unknown; readonly key?: string } = {}
) =>
  Effect.flatMap(Service, ({ call }) =>
    call(method, `/v1/partner/loyalty${path}`, {
      headers: {
        "x-api-key": partnerKeys[as],
        ...(method === "GET" ? {} : { "idempotency-key": key ?? crypto.randomUUID() })
      },
      body
    })
  )

/** The rows of a table of the service under test, over memory. */
export const rowsIn = (table: string) =>
  Effect.flatMap(Service, ({ rows }) =>
    Effect.map(rows, (all) =>
      [...all].flatMap(
        (row): ReadonlyArray<unknown> => (row.startsWith(`${table} `) ? [JSON.parse(row.slice(table.length + 1))] : [])
      )
    )
  )

/** The entries that a call leaves in the audit log. */
export const auditedBy = Effect.fnUntraced(function* <A, R>(call: Effect.Effect<A, never, R>) {
  const before = new Set((yield* rowsIn("auditLog")).map((row) => JSON.stringify(row)))
  const answer = yield* call
  const entries = (yield* rowsIn("auditLog")).filter((row) => !before.has(JSON.stringify(row)))
  return { answer, entries }
})

/** The number of rebuilds of arrival tasks that a call queues. */
export const rebuildsBy = Effect.fnUntraced(function* <A, R>(call: Effect.Effect<A, never, R>) {
  const before = (yield* rowsIn("arrivalRebuilds")).length
  yield* call
  return (yield* rowsIn("arrivalRebuilds")).length - before
})

/** Everything by which a caller could distinguish two refusals. */
export const refusal = (answer: Answer): Readonly<Record<string, unknown>> => ({
  ...recordOf(answer.body),
  timestamp: "",
  status: answer.status
})

/** Restores the demo data. */
export const reset = Effect.flatMap(Service, (service) => service.reset)
