import { Effect, Schema } from "effect"
import { commandAction, type OperatorCommand } from "../../../domain/actions/commandAction.ts"
import { OperatorActionResult } from "../../../domain/actions/OperatorActionResult.ts"
import { onceForAssistant } from "../../../domain/assistants/onceForAssistant.ts"
import { Selector } from "../../../domain/messaging/Workspace.ts"
import { OperatorCaller } from "../../../domain/operators/OperatorCaller.ts"
import { openWorkspace } from "../../../domain/operators/openWorkspace.ts"
import { characters } from "../../../domain/shared/characters.ts"
import { LabelText } from "../../../domain/shared/LabelText.ts"
import { maxInt } from "../../../domain/shared/maxInt.ts"
import { AudienceCommand } from "../../surface/schemas/AudienceCommand.ts"
import { BodyInstant } from "../../surface/schemas/BodyInstant.ts"
import { RequestFacts } from "../../surface/RequestFacts.ts"
import { optional } from "../../surface/schemas/optional.ts"
import { place, tool } from "../tool.ts"

const clientRequestId = Schema.String.check(
  Schema.isPattern(/^[\x21-\x7e]{8,180}$/u, {
    expected: "8 to 180 printable ASCII characters",
    toJsonSchema: () => ({ pattern: "^[\\x21-\\x7e]+$", minLength: 8, maxLength: 180 })
  })
).annotateKey({
  description:
    "A new random string, such as a UUID, for each intended change. If the outcome of a call is uncertain, repeat it " +
    "with the same value: the change is made only once."
})

/** Runs a command once per clientRequestId and returns its receipt (INT-034). */
const command = Effect.fnUntraced(function* (
  name: string,
  args: { readonly scopeId: string; readonly clientRequestId: string },
  operatorCommand: OperatorCommand
) {
  const reader = yield* openWorkspace(args.scopeId)
  const { id: requestId } = yield* RequestFacts
  const facts = { idempotencyKey: args.clientRequestId, requestId }
  const call = { tool: name, args, requestId, result: OperatorActionResult }
  return yield* onceForAssistant(call, commandAction(reader, operatorCommand, facts))
})

const startTask = tool("start_task", {
  title: "Start task",
  description:
    "Creates a task that is owned by the operator. Sends nothing to the guest. Requires the write scope and an " +
    "operator with the manage permission.",
  access: "write",
  input: Schema.Struct({
    ...place,
    title: LabelText(200).annotateKey({ description: "Task in one line" }),
    kind: optional(LabelText(60), "Kind of task, such as `housekeeping`; `task` by default"),
    details: optional(Schema.String.check(characters(1, 4000)), "Details of the task"),
    guestId: optional(Selector, "Id of the related guest"),
    audience: optional(AudienceCommand, "Who may see it; the whole workspace by default"),
    dueAt: optional(BodyInstant, "When it is due, as ISO 8601 with an offset"),
    clientRequestId
  }),
  output: OperatorActionResult,
  run: Effect.fnUntraced(function* (args) {
    const { operator } = yield* OperatorCaller
    return yield* command("start_task", args, {
      type: "create_action",
      draft: {
        title: args.title,
        kind: args.kind ?? "task",
        details: args.details ?? null,
        priority: "normal",
        guestId: args.guestId ?? null,
        reservationId: null,
        propertyId: null,
        audience: args.audience ?? { kind: "workspace" },
        dueAt: args.dueAt ?? null,
        ownerOperatorId: operator.xid
      }
    })
  })
})

const cancelTask = tool("cancel_task", {
  title: "Cancel task",
  description:
    "Cancels a task that is unowned or owned by the operator; this cannot be undone. Fails with version_conflict if " +
    "the task has changed since you read it: read it again and reconsider. Requires the write scope and an operator " +
    "with the manage permission.",
  access: "write",
  isDestructive: true,
  input: Schema.Struct({
    ...place,
    taskId: Selector.annotateKey({ description: "Id of the task" }),
    expectedVersion: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxInt })).annotateKey({
      description: "Version of the task when you last read it"
    }),
    reason: optional(Schema.String.check(characters(1, 1000)), "Reason, stored in the history"),
    clientRequestId
  }),
  output: OperatorActionResult,
  run: (args) =>
    command("cancel_task", args, {
      type: "cancel_action",
      id: args.taskId,
      expectedVersion: args.expectedVersion,
      evidence: null,
      note: args.reason ?? null
    })
})

/** Tools that change tasks (INT-034). */
export const taskCommands = [startTask, cancelTask] as const
