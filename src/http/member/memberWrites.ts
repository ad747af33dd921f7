import { Duration, Effect } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { MemberCaller } from "../../domain/access/MemberCaller.ts"
import { IdempotencyInFlight, IdempotencyKeyReused } from "../../domain/idempotency/IdempotencyErrors.ts"
import { headerKey, understood, type WriteRules } from "../surface/writes.ts"
import { memberFailures } from "./memberFailure.ts"

/**
 * Writes of members whose endpoints declare a key are answered once for it, if the request carries one (MEM-088,
 * DOMAIN 10). A parallel duplicate waits for the outcome of the first; what is refused gives the key back.
 */
export const memberWrites = ({
  headers
}: HttpApiEndpoint.Top): WriteRules<IdempotencyKeyReused | IdempotencyInFlight, MemberCaller> => ({
  policy: {
    namespace: "member",
    owner: "person",
    retention: Duration.hours(72),
    duplicates: { _tag: "waits" },
    reused: () => new IdempotencyKeyReused(),
    inFlight: () => new IdempotencyInFlight()
  },
  envelope: memberFailures,
  keyOf: headers === undefined ? () => undefined : headerKey,
  owner: Effect.map(MemberCaller, ({ memberId, xid }) => ({
    tenant: String(memberId),
    mayRepeat: () => true,
    actor: { kind: "member", id: xid }
  })),
  sameness: understood,
  keeps: () => false,
  replayHeaders: {}
})
