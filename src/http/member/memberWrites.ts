import { Duration, Effect } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { MemberCaller } from "../../domain/access/MemberCaller.ts"
import { IdempotencyInFlight, IdempotencyKeyReused } from "../../domain/idempotency/IdempotencyErrors.ts"
import { headerKey, decodedInput, type WriteRules } from "../surface/writes.ts"
import { memberFailures } from "./memberFailure.ts"

/**
 * Member writes whose endpoint declares an idempotency key run once per key, if the request sends one (MEM-088, DOMAIN
 * 10). A concurrent duplicate waits for the first request's outcome; a refused request releases the key.
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
  fingerprintInput: decodedInput,
  keeps: () => false,
  replayHeaders: {}
})
