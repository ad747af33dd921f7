import { Duration, Effect } from "effect"
import { MemberCaller } from "../../domain/access/MemberCaller.ts"
import { IdempotencyInFlight, IdempotencyKeyReused } from "../../domain/idempotency/IdempotencyErrors.ts"
import { headerKey, understood, type WriteRules } from "../surface/writes.ts"
import { memberFailures } from "./memberFailure.ts"

/**
 * Writes of members are answered once for a key that the request may carry (MEM-088, DOMAIN 10). A parallel duplicate waits for
 * the outcome of the first; what is refused gives the key back.
 */
export const memberWrites: WriteRules<IdempotencyKeyReused | IdempotencyInFlight, MemberCaller> = {
  policy: {
    namespace: "member",
    owner: "person",
    retention: Duration.hours(72),
    duplicates: { _tag: "waits" },
    reused: () => new IdempotencyKeyReused(),
    inFlight: () => new IdempotencyInFlight()
  },
  envelope: memberFailures,
  keyOf: headerKey,
  owner: Effect.map(MemberCaller, ({ memberId, xid }) => ({
    tenant: String(memberId),
    mayRepeat: () => true,
    actor: { kind: "member", id: xid }
  })),
  sameness: understood,
  keeps: () => false,
  replayHeaders: {}
}
