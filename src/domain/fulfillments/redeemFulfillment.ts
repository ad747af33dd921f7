import { DateTime, Effect } from "effect"
import { audit } from "../audit/audit.ts"
import type { AuditLog } from "../audit/AuditLog.ts"
import { AppliedLimits } from "../ratelimit/AppliedLimits.ts"
import { RateLimited } from "../ratelimit/RateLimited.ts"
import { retryAfterSeconds } from "../ratelimit/rateLimitHeaders.ts"
import { verificationCodePolicy } from "../ratelimit/rateLimitPolicies.ts"
import type { RateLimitWindow } from "../ratelimit/RateLimits.ts"
import { refuse } from "../shared/CommittedRefusal.ts"
import { sealUnopened } from "../shared/openSealed.ts"
import { Vault } from "../shared/Vault.ts"
import { commandAtDesk, type DeskCommand } from "./DeskCommand.ts"
import { isVerificationCode } from "./fulfillmentCodes.ts"
import { type InvalidStateTransition, VerificationCodeInvalid } from "./FulfillmentErrors.ts"
import { Fulfillments, type LockedFulfillment } from "./Fulfillments.ts"

export interface RedeemCommand extends DeskCommand {
  readonly verificationCode?: string | undefined
}

type Refusal = InvalidStateTransition | VerificationCodeInvalid | RateLimited

const auditBlocked = ({ row }: LockedFulfillment) =>
  audit({
    organizationId: row.organizationId,
    action: "verification_blocked",
    subject: `fulfillment:${row.id}`,
    before: null,
    after: null
  })

/** The window of the claim's wrong codes, before the use that may exceed it; the response reports it. */
const windowOf = Effect.fnUntraced(function* ({ row: { id: fulfillmentId } }: LockedFulfillment, now: DateTime.Utc) {
  const fulfillments = yield* Fulfillments
  const { limit, windowSeconds } = verificationCodePolicy
  const since = DateTime.subtract(now, { seconds: windowSeconds })
  const { count, first } = yield* fulfillments.getAttempts({ fulfillmentId, since })
  const window: RateLimitWindow = {
    policy: verificationCodePolicy,
    remaining: Math.max(0, limit - count),
    resetAt: DateTime.add(first ?? now, { seconds: windowSeconds }).epochMilliseconds,
    exceeded: false
  }
  return window
})

/** Wrong codes are counted under the claim's lock, so that concurrent desks share one budget of attempts. */
const limit = Effect.fnUntraced(function* (locked: LockedFulfillment, now: DateTime.Utc) {
  if (locked.row.verificationCodeHash === null) return
  const applied = yield* AppliedLimits
  const window = yield* windowOf(locked, now)
  const windows = [{ ...window, exceeded: window.remaining === 0 }]
  applied.add(windows)
  const wait = retryAfterSeconds(windows, now.epochMilliseconds)
  if (wait !== undefined) return yield* refuse<Refusal>(new RateLimited({ retryAfterSeconds: wait }))
})

const verify = Effect.fnUntraced(function* (
  { actor, verificationCode }: RedeemCommand,
  locked: LockedFulfillment,
  now: DateTime.Utc
) {
  const { id: fulfillmentId, verificationCodeHash } = locked.row
  if (verificationCodeHash === null) return
  const vault = yield* Vault
  // A digest of an unknown key would make every code wrong, and five wrong codes block the claim.
  if (!vault.knows(verificationCodeHash)) return yield* sealUnopened("A verification code", verificationCodeHash)
  if (verificationCode !== undefined) {
    if (isVerificationCode(vault, fulfillmentId, verificationCode, verificationCodeHash)) return
    const fulfillments = yield* Fulfillments
    yield* fulfillments.insertAttempt({ fulfillmentId, attemptedAt: now, actor: { kind: actor.kind, id: actor.id } })
    const applied = yield* AppliedLimits
    const window = yield* windowOf(locked, now)
    applied.add([window])
    if (window.remaining === 0) yield* auditBlocked(locked)
  }
  return yield* refuse<Refusal>(new VerificationCodeInvalid())
})

/**
 * The desk redeems a claim of any type, with the code if the claim has one (F6). A wrong code is counted; after five
 * within fifteen minutes no code is checked (PAR-028).
 */
export const redeemFulfillment = (command: RedeemCommand) =>
  commandAtDesk<VerificationCodeInvalid | RateLimited, AuditLog | Fulfillments | Vault>(command, {
    trigger: "fulfill",
    action: "fulfilled",
    limit,
    admit: (locked, now) => verify(command, locked, now)
  })
