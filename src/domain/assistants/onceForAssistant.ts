import { Effect, Schema } from "effect"
import { missingPermission } from "../access/requirePermissions.ts"
import { AuditOrigin } from "../audit/audit.ts"
import { canonicalJson } from "../idempotency/canonicalJson.ts"
import type { IdempotencyConflict, IdempotencyInProgress } from "../idempotency/HubIdempotencyErrors.ts"
import type { Write } from "../idempotency/KeyedWrite.ts"
import { once } from "../idempotency/once.ts"
import { waitingPolicy } from "../idempotency/waitingPolicy.ts"
import { OperatorCaller, organizationOfOperator } from "../operators/OperatorCaller.ts"
import { organizationsManage } from "../operators/operatorPermissions.ts"
import { Digests } from "../shared/Digests.ts"
import { omitNull } from "../shared/omitNull.ts"

const policy = waitingPolicy({ namespace: "assistant", owner: "organization" })

/**
 * Runs a changing tool in a transaction, once per operator and `clientRequestId`; a repeated call gets the result of
 * the first (INT-034). Requires `organizations:manage`.
 */
export const onceForAssistant = Effect.fnUntraced(function* <A, E, R>(
  call: {
    readonly tool: string
    readonly args: { readonly clientRequestId: string }
    readonly requestId: string
    readonly result: Schema.Codec<A, unknown>
  },
  write: Effect.Effect<A, E, R>
) {
  const { operator, permissions } = yield* OperatorCaller
  const missing = missingPermission(permissions, [organizationsManage])
  if (missing !== undefined) return yield* missing
  const organization = yield* organizationOfOperator
  const { sha256 } = yield* Digests
  const json = Schema.fromJsonString(Schema.toCodecJson(call.result))
  const encode = Schema.encodeEffect(json)
  const keyed: Write<E | IdempotencyConflict | IdempotencyInProgress, R> = {
    run: write.pipe(
      Effect.flatMap((result) => Effect.orDie(encode(result))),
      Effect.map((body) => ({ status: 200, headers: null, body })),
      Effect.provideService(AuditOrigin, {
        actor: { kind: "assistant", id: operator.xid },
        requestId: call.requestId
      })
    ),
    responseTo: () => Effect.succeed(undefined),
    mayRepeat: () => true
  }
  const tenant = `${organization.id} assistant ${operator.id}`
  // Null arguments count as absent, so a repeated call may have either.
  const fingerprint = sha256(canonicalJson([call.tool, omitNull(call.args)]))
  const { response } = yield* once(policy, { tenant, key: call.args.clientRequestId, fingerprint }, keyed)
  return yield* Effect.orDie(Schema.decodeEffect(json)(response.body ?? ""))
})
