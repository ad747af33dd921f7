import { Effect } from "effect"
import type { IdempotencyConflict, IdempotencyInProgress } from "../../domain/idempotency/HubIdempotencyErrors.ts"
import { waitingPolicy } from "../../domain/idempotency/waitingPolicy.ts"
import { OperatorCaller } from "../../domain/operators/OperatorCaller.ts"
import { headerKey, decodedInput, type WriteRules } from "../surface/writes.ts"
import { problems } from "./problem.ts"
import { SigningIn } from "./SignInAccess.ts"

/** Operator writes run once per idempotency key of the operator (INT-014 to INT-016). */
export const operatorWrites: WriteRules<IdempotencyConflict | IdempotencyInProgress, OperatorCaller> = {
  policy: waitingPolicy({ namespace: "operator", owner: "person" }),
  envelope: problems,
  keyOf: headerKey,
  owner: Effect.map(OperatorCaller, ({ operator, organization }) => ({
    tenant: `${organization?.id ?? "none"} operator ${operator.id}`,
    mayRepeat: () => true,
    actor: { kind: "operator", id: operator.xid }
  })),
  fingerprintInput: decodedInput,
  keeps: () => false,
  replayHeaders: {}
}

/** Sign-in and sign-out ignore idempotency keys: every session is a new one. */
const noKey = () => undefined

/** Rules of the sign-out. */
export const signOutWrites: typeof operatorWrites = { ...operatorWrites, keyOf: noKey }

/** Rules of any write of the surface. */
export type OperatorWrites = WriteRules<IdempotencyConflict | IdempotencyInProgress, OperatorCaller | SigningIn>

/** Rules of the sign-in, where there is no session yet. */
export const signInWrites: WriteRules<IdempotencyConflict | IdempotencyInProgress, SigningIn> = {
  ...operatorWrites,
  keyOf: noKey,
  owner: Effect.map(SigningIn, ({ id, identitySubject, organizationId }) => ({
    tenant: `${organizationId ?? "none"} operator ${id}`,
    mayRepeat: () => true,
    actor: { kind: "operator", id: identitySubject }
  }))
}
