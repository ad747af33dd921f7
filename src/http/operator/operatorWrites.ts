import { Effect } from "effect"
import type { IdempotencyConflict, IdempotencyInProgress } from "../../domain/idempotency/HubIdempotencyErrors.ts"
import { waitingPolicy } from "../../domain/idempotency/waitingPolicy.ts"
import { OperatorCaller } from "../../domain/operators/OperatorCaller.ts"
import { headerKey, decodedInput, type WriteRules } from "../surface/writes.ts"
import { problems } from "./problem.ts"
import { SigningIn } from "./SignInAccess.ts"

/** Writes of operators are answered once for each key of the operator (INT-014 to INT-016). */
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

/** Sessions begin and end without a key: each is one of its own. */
const noKey = () => undefined

/** The sign-out. */
export const signOutWrites: typeof operatorWrites = { ...operatorWrites, keyOf: noKey }

/** How any write of the surface runs. */
export type OperatorWrites = WriteRules<IdempotencyConflict | IdempotencyInProgress, OperatorCaller | SigningIn>

/** The sign-in, of an operator who has no session yet. */
export const signInWrites: WriteRules<IdempotencyConflict | IdempotencyInProgress, SigningIn> = {
  ...operatorWrites,
  keyOf: noKey,
  owner: Effect.map(SigningIn, ({ id, identitySubject, organizationId }) => ({
    tenant: `${organizationId ?? "none"} operator ${id}`,
    mayRepeat: () => true,
    actor: { kind: "operator", id: identitySubject }
  }))
}
