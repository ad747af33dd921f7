import { DateTime, Effect } from "effect"
import { audit } from "../audit/audit.ts"
import type { AuditLog } from "../audit/AuditLog.ts"
import { RateLimited } from "../ratelimit/RateLimited.ts"
import { refuse } from "../shared/Refused.ts"
import { sealUnopened } from "../shared/openSealed.ts"
import { Vault } from "../shared/Vault.ts"
import { commandAtDesk, type DeskCommand } from "./DeskCommand.ts"
import { isVerificationCode } from "./fulfillmentCodes.ts"
import { type InvalidStateTransition, VerificationCodeInvalid } from "./FulfillmentErrors.ts"
import { Fulfillments, type LockedFulfillment } from "./Fulfillments.ts"

/** This many wrong codes block verification until the first of them is older than the window (PAR-028). */
const maxWrongCodes = 5
const windowMinutes = 15

export interface RedeemCommand extends DeskCommand {
  readonly verificationCode?: string | undefined
}

type Refusal = InvalidStateTransition | VerificationCodeInvalid | RateLimited

const secondsUntil = (moment: DateTime.Utc, now: DateTime.Utc) =>
  Math.max(1, Math.ceil((moment.epochMilliseconds - now.epochMilliseconds) / 1000))

const auditBlocked = ({ row }: LockedFulfillment) =>
  audit({
    organizationId: row.organizationId,
    action: "verification_blocked",
    subject: `fulfillment:${row.id}`,
    before: null,
    after: null
  })

const attemptsOf = Effect.fnUntraced(function* ({ row: { id: fulfillmentId } }: LockedFulfillment, now: DateTime.Utc) {
  const fulfillments = yield* Fulfillments
  return yield* fulfillments.getAttempts({ fulfillmentId, since: DateTime.subtract(now, { minutes: windowMinutes }) })
})

/** Wrong codes are counted under the claim's lock, so that concurrent desks share one budget of attempts. */
const limit = Effect.fnUntraced(function* (locked: LockedFulfillment, now: DateTime.Utc) {
  if (locked.row.verificationCodeHash === null) return
  const { count, first } = yield* attemptsOf(locked, now)
  if (count < maxWrongCodes || first === null) return
  const reopens = DateTime.add(first, { minutes: windowMinutes })
  return yield* refuse<Refusal>(new RateLimited({ retryAfterSeconds: secondsUntil(reopens, now) }))
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
    const { count } = yield* attemptsOf(locked, now)
    if (count === maxWrongCodes) yield* auditBlocked(locked)
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
