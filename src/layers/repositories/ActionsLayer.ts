import { DateTime, Effect, Layer, Option, Order, TxHashMap } from "effect"
import type { Action } from "../../domain/actions/Action.ts"
import { Actions, type IntegrationMove, type ScannedAction } from "../../domain/actions/Actions.ts"
import type { WorkspaceId } from "../../domain/messaging/Workspace.ts"
import { makeActionsSql } from "../../sql/ActionsSql.ts"
import { Memory } from "../Memory.ts"
import { lookUp } from "./lookUp.ts"

export const layerSql = Layer.effect(Actions, makeActionsSql)

const newestFirst = Order.mapInput(Order.flip(Order.Number), (row: { readonly seq: number }) => row.seq)

const instant = (time: DateTime.Utc | null) => time && DateTime.formatIso(time)

const moved = (action: Action, move: IntegrationMove): Action => ({
  ...action,
  state: move.toState,
  version: action.version + 1,
  updatedAt: move.occurredAt,
  ownerKind: "integration",
  ownerIntegrationId: move.integrationId,
  ownerOperatorId: null,
  evidence: move.evidence ?? action.evidence,
  claimedAt: move.toState === "owned" ? move.occurredAt : action.claimedAt,
  finishedAt: move.toState === "finished" ? move.occurredAt : action.finishedAt,
  cancelledAt: move.toState === "cancelled" ? move.occurredAt : action.cancelledAt
})

/** The twin over the in-memory tables. */
export const layerMemory = Layer.effect(
  Actions,
  Effect.gen(function* () {
    const memory = yield* Memory

    const scan = Effect.fnUntraced(function* (rows: ReadonlyArray<Action>) {
      const guests = yield* TxHashMap.snapshot(memory.guests)
      const properties = yield* TxHashMap.snapshot(memory.properties)
      const teams = yield* TxHashMap.snapshot(memory.teams)
      const integrations = yield* TxHashMap.snapshot(memory.integrations)
      const operators = yield* TxHashMap.snapshot(memory.operators)
      return rows.map(
        ({
          guestId,
          id: _,
          organizationId: __,
          ownerOperatorId,
          propertyId,
          workspaceId: ___,
          xid,
          ...action
        }): ScannedAction => ({
          ...action,
          dueAt: instant(action.dueAt),
          createdAt: DateTime.formatIso(action.createdAt),
          updatedAt: DateTime.formatIso(action.updatedAt),
          claimedAt: instant(action.claimedAt),
          finishedAt: instant(action.finishedAt),
          cancelledAt: instant(action.cancelledAt),
          id: xid,
          guestId: lookUp(guests, guestId, (row) => row.xid),
          propertyId: lookUp(properties, propertyId, (row) => row.documentId),
          teamXid: lookUp(teams, action.teamId, (row) => row.xid),
          ownerId:
            lookUp(integrations, action.ownerIntegrationId, (row) => row.xid) ??
            lookUp(operators, ownerOperatorId, (row) => row.identitySubject),
          ownerName:
            lookUp(integrations, action.ownerIntegrationId, (row) => row.name) ??
            lookUp(operators, ownerOperatorId, (row) => row.name)
        })
      )
    })

    const named = (workspaceId: WorkspaceId, xid: string) =>
      Effect.map(TxHashMap.values(memory.actions), (rows) =>
        Option.fromUndefinedOr(rows.find((row) => row.workspaceId === workspaceId && row.xid === xid))
      )

    const appendEvent = Effect.fnUntraced(function* (action: Action, move: IntegrationMove) {
      const { workspaceId } = action
      const counter = Option.getOrElse(yield* TxHashMap.get(memory.workspaceCounters, String(workspaceId)), () => ({
        workspaceId,
        events: 0,
        oldestEvent: 1,
        actions: 0
      }))
      const sequence = counter.events + 1
      yield* TxHashMap.set(memory.workspaceCounters, String(workspaceId), { ...counter, events: sequence })
      yield* TxHashMap.set(memory.messagingEvents, `${workspaceId} ${sequence}`, {
        workspaceId,
        sequence,
        xid: move.eventXid,
        kind: move.eventKind,
        resourceType: "action",
        resourceId: action.id,
        guestId: action.guestId,
        actorKind: move.actorKind,
        actorId: move.actorId,
        resourceVersion: action.version,
        occurredAt: move.occurredAt
      })
    })

    return Actions.of({
      list: Effect.fnUntraced(function* ({ before, guest, limit, organizationId, workspaceId }) {
        const guests = yield* TxHashMap.snapshot(memory.guests)
        const isOfGuest = (action: Action) =>
          lookUp(guests, action.guestId, (row) => row.organizationId === organizationId && row.xid === guest) === true
        const rows = (yield* TxHashMap.values(memory.actions)).filter(
          (action) =>
            action.workspaceId === workspaceId &&
            (before === undefined || action.seq < before) &&
            (guest === undefined || isOfGuest(action))
        )
        return yield* scan(rows.toSorted(newestFirst).slice(0, limit))
      }, Effect.tx),
      find: Effect.fnUntraced(function* (workspaceId, xid) {
        const rows = yield* scan(Option.toArray(yield* named(workspaceId, xid)))
        return Option.fromUndefinedOr(rows[0])
      }, Effect.tx),
      findForUpdate: Effect.fnUntraced(function* (workspaceId, xid) {
        return Option.map(yield* named(workspaceId, xid), (action) => ({
          id: action.id,
          version: action.version,
          state: action.state,
          audienceKind: action.audienceKind,
          teamId: action.teamId,
          ownerIntegrationId: action.ownerIntegrationId
        }))
      }, Effect.tx),
      insertTransition: Effect.fnUntraced(function* (move) {
        const found = yield* TxHashMap.get(memory.actions, String(move.actionId))
        if (Option.isNone(found) || found.value.version !== move.expectedVersion) {
          return yield* Effect.die(new Error("The Action moved without its lock"))
        }
        const action = moved(found.value, move)
        const { eventKind: _, eventXid: __, integrationId: ___, ...transition } = move
        yield* TxHashMap.set(memory.actions, String(action.id), action)
        const id = (yield* TxHashMap.size(memory.actionTransitions)) + 1
        yield* TxHashMap.set(memory.actionTransitions, String(id), {
          id,
          ...transition,
          resultingVersion: action.version
        })
        yield* appendEvent(action, move)
      }, Effect.tx)
    })
  })
)
