import { DateTime, Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { audit } from "../audit/audit.ts"
import { HubCaller } from "../access/HubCaller.ts"
import { audienceCovers } from "../messaging/audienceCovers.ts"
import type { IntegrationGrant } from "../messaging/MessagingGrant.ts"
import type { ActionCommand } from "./ActionCommand.ts"
import { ActionMissing } from "./ActionErrors.ts"
import type { ActionResult } from "./ActionResult.ts"
import { Actions } from "./Actions.ts"
import { decideTransition } from "./decideTransition.ts"
import { transitions } from "./transitions.ts"

export interface TransitionRequest {
  readonly idempotencyKey: string
  readonly requestId: string
  readonly command: ActionCommand
}

/** What makes two commands the same: the scope and the decoded body, not the spelling of its JSON (HUB-071). */
export const commandSameness = (scope: string, { evidence = null, expectedVersion, id, type }: ActionCommand): string =>
  JSON.stringify([scope, type, id, expectedVersion, evidence])

/**
 * Claims, finishes or cancels an Action for the calling integration (HUB-052 to HUB-077), in the caller's transaction.
 * Delivers nothing to the guest and fulfils nothing (HUB-004, A-22). Lock order: idempotency row, Action, counter; the
 * workspace's counter comes last, to be held for the shortest time (DOMAIN 5.1).
 */
export const transitionAction = Effect.fnUntraced(function* (grant: IntegrationGrant, request: TransitionRequest) {
  const { command, idempotencyKey, requestId } = request
  const { integration, organization } = yield* HubCaller
  const actions = yield* Actions
  const random = yield* SecureRandom.SecureRandom
  const now = yield* DateTime.now

  const found = yield* actions.findForUpdate(grant.workspace.id, command.id)
  if (Option.isNone(found) || !audienceCovers(grant, found.value)) return yield* new ActionMissing()
  const action = found.value
  yield* Effect.fromResult(decideTransition(command, action, integration.id))

  const { event, from: fromState, to: toState } = transitions[command.type]
  const evidence = command.evidence ?? null
  const receiptXid = yield* random.uuidV7()
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
    receiptXid,
    requestId,
    occurredAt: now,
    integrationId: integration.id,
    eventXid: yield* random.uuidV7(),
    eventKind: event
  })
  yield* audit({
    organizationId: organization.id,
    action: event,
    subject: `action:${command.id}`,
    before: { state: fromState, version: action.version },
    after: { state: toState, version: action.version + 1 }
  })
  const recordedAt = DateTime.formatIso(now)
  return {
    transition: {
      actionId: command.id,
      type: command.type,
      fromState,
      toState,
      expectedVersion: command.expectedVersion,
      occurredAt: recordedAt,
      evidenceRecorded: evidence !== null
    },
    receipt: { id: receiptXid, idempotencyKey, requestId, recordedAt }
  } satisfies ActionResult
})
