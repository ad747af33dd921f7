import { DateTime, Effect, Option, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { HubCaller } from "../access/HubCaller.ts"
import { behindKey } from "../idempotency/behindKey.ts"
import { countIdempotency } from "../idempotency/countIdempotency.ts"
import { HubIdempotency, type HubIdempotencyRecord } from "../idempotency/HubIdempotency.ts"
import { IdempotencyConflict, IdempotencyInProgress } from "../idempotency/HubIdempotencyErrors.ts"
import { audienceCovers } from "../messaging/audienceCovers.ts"
import type { IntegrationGrant } from "../messaging/MessagingGrant.ts"
import { requireGrant } from "../messaging/requireGrant.ts"
import { atomically } from "../shared/atomically.ts"
import { Digests } from "../shared/Digests.ts"
import type { ActionCommand } from "./ActionCommand.ts"
import { ActionMissing } from "./ActionErrors.ts"
import { ActionResult } from "./ActionResult.ts"
import { Actions } from "./Actions.ts"
import { decideTransition } from "./decideTransition.ts"
import { transitions } from "./transitions.ts"

export interface TransitionRequest {
  readonly scope: string
  readonly idempotencyKey: string
  readonly requestId: string
  readonly command: ActionCommand
}

/** How long a key is remembered (HUB-073). */
const retention = { days: 30 } as const

const decodeResult = Schema.decodeUnknownEffect(ActionResult)

/** What makes two requests the same: the scope and the command as it was understood, not how its JSON was written (HUB-071). */
const canonical = ({ scope, command }: TransitionRequest) =>
  JSON.stringify([scope, command.type, command.id, command.expectedVersion, command.evidence ?? null])

const replay = Effect.fnUntraced(function* (remembered: HubIdempotencyRecord, fingerprint: string) {
  if (remembered.fingerprint !== fingerprint) {
    yield* countIdempotency("hub", "conflict")
    return yield* new IdempotencyConflict()
  }
  if (remembered.result === null) {
    yield* countIdempotency("hub", "in_progress")
    return yield* new IdempotencyInProgress()
  }
  yield* countIdempotency("hub", "replayed")
  return yield* Effect.orDie(decodeResult(remembered.result))
})

/**
 * The transition, or the remembered result of its key. The key is taken first, so that a parallel duplicate waits for
 * the outcome, and with its result, which the command alone decides: a refusal takes everything back, the key included
 * . The workspace's counter is locked last and for the shortest time: lock order idempotency row, Action, counter
 * (DOMAIN 5.1).
 */
const transitionOnce = Effect.fnUntraced(function* (request: TransitionRequest, grant: IntegrationGrant) {
  const { command, idempotencyKey, requestId } = request
  const { integration, organization } = yield* HubCaller
  const idempotency = yield* HubIdempotency
  const actions = yield* Actions
  const digests = yield* Digests
  const random = yield* SecureRandom.SecureRandom
  const now = yield* DateTime.now

  const { event, from: fromState, to: toState } = transitions[command.type]
  const recordedAt = DateTime.formatIso(now)
  const evidence = command.evidence ?? null
  const result: ActionResult = {
    transition: {
      actionId: command.id,
      type: command.type,
      fromState,
      toState,
      expectedVersion: command.expectedVersion,
      occurredAt: recordedAt,
      evidenceRecorded: evidence !== null
    },
    receipt: { id: yield* random.uuidV7(), idempotencyKey, requestId, recordedAt }
  }
  const fingerprint = digests.sha256(canonical(request))
  const [remembered, asked] = yield* behindKey(
    idempotency.insert({
      organizationId: organization.id,
      principalKind: "integration",
      principalId: integration.id,
      key: idempotencyKey,
      fingerprint,
      result,
      createdAt: now,
      expiresAt: DateTime.add(now, retention)
    }),
    actions.findForUpdate(grant.workspace.id, command.id)
  )
  if (Option.isSome(remembered)) return yield* replay(remembered.value, fingerprint)

  const found = yield* asked
  if (Option.isNone(found) || !audienceCovers(grant, found.value)) return yield* new ActionMissing()
  const action = found.value
  yield* Effect.fromResult(decideTransition(command, action, integration.id))
  yield* actions.insertTransition({
    actionId: action.id,
    type: command.type,
    fromState,
    toState,
    actorKind: "integration",
    actorId: integration.xid,
    expectedVersion: command.expectedVersion,
    resultingVersion: action.version + 1,
    evidence,
    receiptXid: result.receipt.id,
    requestId,
    occurredAt: now,
    integrationId: integration.id,
    eventXid: yield* random.uuidV7(),
    eventKind: event
  })
  yield* countIdempotency("hub", "executed")
  return result
})

/**
 * Claims, finishes or cancels an Action for the calling integration, once per Idempotency-Key (HUB-052 to HUB-077).
 * Nothing is delivered to the guest and nothing is fulfilled (HUB-004, A-22).
 */
export const transitionAction = Effect.fnUntraced(function* (request: TransitionRequest) {
  const grant = yield* requireGrant(request.scope, transitions[request.command.type].permission)
  return yield* atomically(transitionOnce(request, grant))
})
