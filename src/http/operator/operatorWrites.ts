import { Duration, Effect } from "effect"
import { IdempotencyConflict, IdempotencyInProgress } from "../../domain/idempotency/HubIdempotencyErrors.ts"
import { OperatorCaller } from "../../domain/operators/OperatorCaller.ts"
import { headerKey, understood, type WriteRules } from "../surface/writes.ts"
import { problems } from "./problem.ts"
import { SigningIn } from "./SignInAccess.ts"

/**
 * Writes of operators are answered once for each key of the operator (INT-014 to INT-016). A parallel duplicate waits for
 * the outcome of the first; a refusal leaves nothing, the key included.
 */
export const operatorWrites: WriteRules<IdempotencyConflict | IdempotencyInProgress, OperatorCaller> = {
  policy: {
    namespace: "operator",
    owner: "person",
    retention: Duration.days(30),
    duplicates: { _tag: "waits" },
    reused: () => new IdempotencyConflict(),
    inFlight: () => new IdempotencyInProgress()
  },
  envelope: problems,
  keyOf: headerKey,
  owner: Effect.map(OperatorCaller, ({ operator, organization }) => ({
    tenant: `${organization?.id ?? "none"} operator ${operator.id}`,
    mayRepeat: () => true,
    actor: { kind: "operator", id: operator.xid }
  })),
  sameness: understood,
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
