import { DateTime, Effect, Layer, Option, Order, TxHashMap } from "effect"
import { type Action, ActionId } from "../../domain/actions/Action.ts"
import { isOwnedBy, ownerColumns } from "../../domain/actions/ActionOwner.ts"
import { type ActionMove, Actions, type ScannedAction } from "../../domain/actions/Actions.ts"
import type { ActionTransition } from "../../domain/actions/ActionTransition.ts"
import { audienceCovers } from "../../domain/messaging/audienceCovers.ts"
import type { EventKind, MessagingEvent } from "../../domain/messaging/MessagingEvent.ts"
import type { WorkspaceId } from "../../domain/messaging/Workspace.ts"
import { makeActionsSql } from "../../sql/repositories/ActionsSql.ts"
import { Memory } from "../memory/Memory.ts"
import { appendEvent } from "./appendEvent.ts"
import { lookUp } from "./lookUp.ts"
import { instantOrNull } from "../../domain/shared/Instant.ts"

export const layerSql = Layer.effect(Actions, makeActionsSql)

const newestFirst = Order.mapInput(Order.flip(Order.Number), (row: { readonly seq: number }) => row.seq)

const moved = (action: Action, move: ActionMove): Action => ({
  ...action,
  state: move.toState,
  version: action.version + 1,
  updatedAt: move.occurredAt,
  ...ownerColumns(move.owner),
  ...move.audience,
  evidence: move.evidence ?? action.evidence,
  claimedAt: move.toState === "owned" ? move.occurredAt : move.toState === "unowned" ? null : action.claimedAt,
  finishedAt: move.toState === "finished" ? move.occurredAt : action.finishedAt,
  cancelledAt: move.toState === "cancelled" ? move.occurredAt : action.cancelledAt
})

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
          ownerIntegrationId,
          ownerOperatorId,
          propertyId,
          workspaceId: ___,
          xid,
          ...action
        }): ScannedAction => ({
          ...action,
          dueAt: instantOrNull(action.dueAt),
          createdAt: DateTime.formatIso(action.createdAt),
          updatedAt: DateTime.formatIso(action.updatedAt),
          claimedAt: instantOrNull(action.claimedAt),
          finishedAt: instantOrNull(action.finishedAt),
          cancelledAt: instantOrNull(action.cancelledAt),
          id: xid,
          guestId: lookUp(guests, guestId, (row) => row.xid),
          propertyId: lookUp(properties, propertyId, (row) => row.documentId),
          teamXid: lookUp(teams, action.teamId, (row) => row.xid),
          ownerId:
            lookUp(integrations, ownerIntegrationId, (row) => row.xid) ??
            lookUp(operators, ownerOperatorId, (row) => row.identitySubject),
          ownerName:
            lookUp(integrations, ownerIntegrationId, (row) => row.name) ??
            lookUp(operators, ownerOperatorId, (row) => row.name)
        })
      )
    })

    const named = (workspaceId: WorkspaceId, xid: string) =>
      Effect.map(TxHashMap.values(memory.actions), (rows) =>
        Option.fromUndefinedOr(rows.find((row) => row.workspaceId === workspaceId && row.xid === xid))
      )

    const keep = Effect.fnUntraced(function* (action: Action, transition: Omit<ActionTransition, "actionId">) {
      yield* TxHashMap.set(memory.actions, String(action.id), action)
      const id = (yield* TxHashMap.size(memory.actionTransitions)) + 1
      yield* TxHashMap.set(memory.actionTransitions, String(id), {
        id,
        ...transition,
        actionId: action.id,
        resultingVersion: action.version
      })
    })

    const eventOf = (
      action: Omit<Action, "seq">,
      { actorId, actorKind, occurredAt }: Omit<ActionTransition, "actionId">,
      { kind, xid }: { readonly xid: string; readonly kind: EventKind }
    ): Omit<MessagingEvent, "sequence"> => ({
      workspaceId: action.workspaceId,
      xid,
      kind,
      resourceType: "action",
      resourceId: action.id,
      guestId: action.guestId,
      actorKind,
      actorId,
      resourceVersion: action.version,
      occurredAt
    })

    return Actions.of({
      list: Effect.fnUntraced(function* (scanned) {
        const { before, guest, limit, organizationId, ownerOperatorId, state, team, workspaceId } = scanned
        const guests = yield* TxHashMap.snapshot(memory.guests)
        const teams = yield* TxHashMap.snapshot(memory.teams)
        const isOfGuest = (action: Action) =>
          lookUp(guests, action.guestId, (row) => row.organizationId === organizationId && row.xid === guest) === true
        const rows = (yield* TxHashMap.values(memory.actions)).filter(
          (action) =>
            action.workspaceId === workspaceId &&
            (before === undefined || action.seq < before) &&
            (state === undefined || action.state === state) &&
            (ownerOperatorId === undefined || action.ownerOperatorId === ownerOperatorId) &&
            (team === undefined || lookUp(teams, action.teamId, (row) => row.xid) === team) &&
            (guest === undefined || isOfGuest(action))
        )
        return yield* scan(rows.toSorted(newestFirst).slice(0, limit))
      }, Effect.tx),
      countByState: Effect.fnUntraced(function* (workspaceId, sight) {
        const seen = (yield* TxHashMap.values(memory.actions)).filter(
          (action) => action.workspaceId === workspaceId && audienceCovers(sight, action)
        )
        return [...Map.groupBy(seen, ({ state }) => state)].map(([state, { length: count }]) => ({ state, count }))
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
          ownerKind: action.ownerKind,
          ownerIntegrationId: action.ownerIntegrationId,
          ownerOperatorId: action.ownerOperatorId
        }))
      }, Effect.tx),
      insertTransition: Effect.fnUntraced(function* (move) {
        const found = yield* TxHashMap.get(memory.actions, String(move.actionId))
        if (Option.isNone(found) || found.value.version !== move.expectedVersion) {
          return yield* Effect.die(new Error("The Action moved without its lock"))
        }
        const action = moved(found.value, move)
        const { audience: _, eventKind: kind, eventXid: xid, owner: __, ...transition } = move
        yield* keep(action, transition)
        yield* appendEvent(memory, eventOf(action, transition, { xid, kind }))
      }, Effect.tx),
      insert: Effect.fnUntraced(function* ({ action, eventXid, transition }) {
        const ids = [...(yield* TxHashMap.values(memory.actions))].map(({ id }) => id)
        const id = ActionId.make(Math.max(0, ...ids) + 1)
        const event = eventOf({ id, ...action }, transition, { xid: eventXid, kind: "action.created" })
        const { actions: seq } = yield* appendEvent(memory, event, 1)
        yield* keep({ id, seq, ...action }, transition)
      }, Effect.tx),
      listMoves: Effect.fnUntraced(function* (workspaceId, xid) {
        const found = Option.getOrUndefined(yield* named(workspaceId, xid))
        return (yield* TxHashMap.values(memory.actionTransitions))
          .filter(({ actionId }) => actionId === found?.id)
          .toSorted((a, b) => a.resultingVersion - b.resultingVersion)
          .map(({ actorId, actorKind, evidence, fromState, note, occurredAt, resultingVersion, toState, type }) => ({
            type,
            fromState,
            toState,
            actorKind,
            actorId,
            resultingVersion,
            evidence,
            note,
            occurredAt: DateTime.formatIso(occurredAt)
          }))
      }, Effect.tx),
      listOwnedForUpdate: Effect.fnUntraced(function* (organizationId, owner) {
        return (yield* TxHashMap.values(memory.actions))
          .filter(
            (action) => action.organizationId === organizationId && action.state === "owned" && isOwnedBy(owner, action)
          )
          .toSorted((a, b) => a.id - b.id)
          .map(({ audienceKind, id, teamId, version, workspaceId, xid }) => ({
            id,
            xid,
            workspaceId,
            version,
            audienceKind,
            teamId
          }))
      }, Effect.tx)
    })
  })
)
