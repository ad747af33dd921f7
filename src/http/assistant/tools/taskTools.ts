import { Effect, Schema, Struct } from "effect"
import { ActionState } from "../../../domain/actions/Action.ts"
import { ActionRecord } from "../../../domain/actions/ActionRecord.ts"
import { ActionMoveRow, Actions } from "../../../domain/actions/Actions.ts"
import { actionsPage, visibleAction } from "../../../domain/actions/readActions.ts"
import { assistantPage } from "../../../domain/assistants/assistantPage.ts"
import { publicActor } from "../../../domain/messaging/publicActor.ts"
import { openCursor, seqOf } from "../../../domain/messaging/scanPage.ts"
import { Selector } from "../../../domain/messaging/Workspace.ts"
import { OperatorCaller } from "../../../domain/operators/OperatorCaller.ts"
import { openWorkspace, walkOfOperator } from "../../../domain/operators/openWorkspace.ts"
import { optional } from "../../surface/schemas/optional.ts"
import { before, nextCursor } from "../paging.ts"
import { place, tool } from "../tool.ts"

/** A task in a list, without its details. */
const summaryFields = Struct.pick(ActionRecord.fields, [
  "id",
  "version",
  "state",
  "kind",
  "title",
  "priority",
  "guestId",
  "audience",
  "owner",
  "dueAt",
  "updatedAt"
])
const TaskSummary = Schema.Struct(summaryFields)

const taskId = Selector.annotateKey({ description: "Id of the task" })

const listTasks = tool("list_tasks", {
  title: "List tasks",
  description:
    "Lists tasks of the workspace, newest first, without their details. Filter by state, owner (`me` is the operator " +
    "you act for) or guest. A page can be empty although nextCursor is not null; keep paging.",
  access: "read",
  input: Schema.Struct({
    ...place,
    state: optional(ActionState, "Only tasks in this state"),
    owner: optional(Schema.Literal("me"), "Only tasks owned by the operator"),
    guestId: optional(Selector, "Only tasks for this guest"),
    before
  }),
  output: Schema.Struct({
    items: Schema.Array(TaskSummary).annotateKey({ description: "Tasks, newest first" }),
    nextCursor
  }),
  run: Effect.fnUntraced(function* (args) {
    const { scopeId: scope } = args
    const guest = args.guestId ?? undefined
    const owner = args.owner ?? undefined
    const state = args.state ?? undefined
    const walk = yield* walkOfOperator({ view: "actions", scope, guest, filter: JSON.stringify([state, owner]) })
    const cursor = yield* openCursor(walk, args.before ?? undefined)
    const reader = yield* openWorkspace(scope)
    const { operator } = yield* OperatorCaller
    const ownerOperatorId = owner === undefined ? undefined : operator.id
    const page = yield* actionsPage(
      reader,
      walk,
      { guest, state, ownerOperatorId },
      yield* seqOf(cursor),
      assistantPage
    )
    return { items: page.items, nextCursor: page.nextCursor }
  })
})

const getTask = tool("get_task", {
  title: "Get task",
  description:
    "Reads one task in full, with details, owner, due time and version. Pass the version to cancel_task as " +
    "expectedVersion.",
  access: "read",
  input: Schema.Struct({ ...place, taskId }),
  output: ActionRecord,
  run: Effect.fnUntraced(function* ({ scopeId, taskId }) {
    return yield* visibleAction(yield* openWorkspace(scopeId), taskId)
  })
})

const Move = Schema.Struct({
  type: ActionMoveRow.fields.type.annotateKey({ description: "Type of the transition" }),
  fromState: ActionMoveRow.fields.fromState.annotateKey({ description: "State before; null for the creation" }),
  toState: ActionMoveRow.fields.toState.annotateKey({ description: "State after" }),
  actor: Schema.Struct({
    kind: ActionMoveRow.fields.actorKind.annotateKey({
      description: "Kind of actor; an assistant acts for an operator"
    }),
    id: Schema.NullOr(ActionMoveRow.fields.actorId).annotateKey({
      description: "Id of the actor; null for the system"
    })
  }).annotateKey({ description: "Actor" }),
  version: ActionMoveRow.fields.resultingVersion.annotateKey({ description: "Version after" }),
  evidence: ActionMoveRow.fields.evidence.annotateKey({ description: "Evidence recorded when the task was finished" }),
  note: ActionMoveRow.fields.note.annotateKey({ description: "Reason or note" }),
  occurredAt: ActionMoveRow.fields.occurredAt.annotateKey({ description: "Time of the transition" })
})

const getTaskHistory = tool("get_task_history", {
  title: "Get task history",
  description:
    "Lists the history of one task, oldest first: who created, claimed, handed off, finished or cancelled it.",
  access: "read",
  input: Schema.Struct({ ...place, taskId }),
  output: Schema.Struct({ items: Schema.Array(Move).annotateKey({ description: "Transitions, oldest first" }) }),
  run: Effect.fnUntraced(function* ({ scopeId, taskId }) {
    const reader = yield* openWorkspace(scopeId)
    yield* visibleAction(reader, taskId)
    const moves = yield* Actions.use((actions) => actions.listMoves(reader.workspace.id, taskId))
    return {
      items: moves.map(({ actorId, actorKind, resultingVersion, ...move }) => ({
        ...move,
        actor: publicActor(actorKind, actorId),
        version: resultingVersion
      }))
    }
  })
})

/** Tools that read tasks; other surfaces call them Actions (INT-033). */
export const taskTools = [listTasks, getTask, getTaskHistory] as const
