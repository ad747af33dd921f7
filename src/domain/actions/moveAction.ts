import { DateTime, Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { audit } from "../audit/audit.ts"
import { type Addressee, audienceCovers } from "../messaging/audienceCovers.ts"
import type { EventKind } from "../messaging/MessagingEvent.ts"
import type { Reader } from "../messaging/Reader.ts"
import type { ActionState } from "./Action.ts"
import { ActionMissing } from "./ActionErrors.ts"
import type { ActionOwner } from "./ActionOwner.ts"
import { Actions, type LockedAction } from "./Actions.ts"
import type { ActionTransition } from "./ActionTransition.ts"
import { decideTransition, type MoveRequest } from "./decideTransition.ts"
import type { OwnerCandidate } from "./ownerOf.ts"

/** The actor of a move, as recorded in the event and the transition, and as an owner. */
export interface ActionActor {
  readonly kind: ActionTransition["actorKind"]
  readonly xid: string
  readonly owner: ActionOwner
}

/** The result of a move. `audience` is undefined where it stays. */
export interface MoveOutcome {
  readonly toState: ActionState
  readonly owner: ActionOwner | null
  readonly audience?: Addressee
  readonly event: EventKind
}

/** A command on one Action, with the fields that its receipt records. */
export interface ActionMoveRequest extends MoveRequest {
  readonly id: string
  readonly evidence: string | null
  readonly note: string | null
  readonly idempotencyKey: string
  readonly requestId: string
}

/**
 * Applies one move to an Action visible to the reader, in the caller's transaction; the single code path for
 * integrations, operators and assistants (INT-014). `outcomeOf` gives the result once the move is allowed; `candidate`
 * locks and returns the future owner. Delivers nothing to the guest and fulfils nothing (HUB-004, A-22). Lock order:
 * idempotency row, future owner, Action, workspace counter, which comes last so that it is held for the shortest time
 * (DOMAIN 5.1).
 */
export const moveAction = Effect.fnUntraced(function* <E, R, R2 = never>(
  reader: Reader,
  actor: ActionActor,
  request: ActionMoveRequest,
  outcomeOf: (action: LockedAction, candidate: OwnerCandidate | undefined) => Effect.Effect<MoveOutcome, E, R>,
  candidate: Effect.Effect<OwnerCandidate | undefined, never, R2> = Effect.succeed(undefined)
) {
  const actions = yield* Actions
  const random = yield* SecureRandom.SecureRandom
  const now = yield* DateTime.now
  const { evidence, expectedVersion, id, idempotencyKey, note, requestId, type } = request

  // Sent in one round trip; the database locks them in this order.
  const [futureOwner, locked] = yield* Effect.all([candidate, actions.findForUpdate(reader.workspace.id, id)], {
    concurrency: "unbounded"
  })
  if (Option.isNone(locked) || !audienceCovers(reader, locked.value)) return yield* new ActionMissing()
  const action = locked.value
  yield* Effect.fromResult(decideTransition(request, action, actor.owner))
  const outcome = yield* outcomeOf(action, futureOwner)

  const fromState = action.state
  const { event, owner, toState } = outcome
  const receiptXid = yield* random.uuidV7()
  yield* actions.insertTransition({
    actionId: action.id,
    type,
    fromState,
    toState,
    actorKind: actor.kind,
    actorId: actor.xid,
    expectedVersion,
    resultingVersion: action.version + 1,
    evidence,
    note,
    receiptXid,
    requestId,
    occurredAt: now,
    owner,
    audience: outcome.audience ?? { audienceKind: action.audienceKind, teamId: action.teamId },
    eventXid: yield* random.uuidV7(),
    eventKind: event
  })
  yield* audit({
    organizationId: reader.organizationId,
    action: event,
    subject: `action:${id}`,
    before: { state: fromState, version: action.version },
    after: { state: toState, version: action.version + 1 }
  })
  const recordedAt = DateTime.formatIso(now)
  return {
    transition: {
      actionId: id,
      fromState,
      toState,
      expectedVersion,
      occurredAt: recordedAt,
      evidenceRecorded: evidence !== null
    },
    receipt: { id: receiptXid, idempotencyKey, requestId, recordedAt }
  }
})
