import { Effect, Schema } from "effect"
import { commandAction, type OperatorCommand } from "../../../domain/actions/commandAction.ts"
import { OperatorActionResult } from "../../../domain/actions/OperatorActionResult.ts"
import { onceForAssistant } from "../../../domain/assistants/onceForAssistant.ts"
import { Selector } from "../../../domain/messaging/Workspace.ts"
import { OperatorCaller } from "../../../domain/operators/OperatorCaller.ts"
import { openWorkspace } from "../../../domain/operators/openWorkspace.ts"
import { characters } from "../../../domain/shared/characters.ts"
import { BodyInstant } from "../../surface/BodyInstant.ts"
import { RequestFacts } from "../../surface/RequestFacts.ts"
import { optional } from "../optional.ts"
import { place, tool } from "../tool.ts"

const clientRequestId = Schema.String.check(
  Schema.isPattern(/^[\x21-\x7e]{8,180}$/u, {
    expected: "8 to 180 printable ASCII characters",
    toJsonSchema: () => ({ pattern: "^[\\x21-\\x7e]+$", minLength: 8, maxLength: 180 })
  })
).annotateKey({
  description:
    "A new random text for each change you intend, such as a UUID. After an uncertain result repeat the call with the " +
    "same one: the change is made once"
})

/** A change and its receipt (INT-034). */
const command = Effect.fnUntraced(function* (
  name: string,
  args: { readonly scopeId: string; readonly clientRequestId: string },
  of: OperatorCommand
) {
  const reader = yield* openWorkspace(args.scopeId)
  const { id: requestId } = yield* RequestFacts
  const facts = { idempotencyKey: args.clientRequestId, requestId }
  const call = { tool: name, args, requestId, result: OperatorActionResult }
  return yield* onceForAssistant(call, commandAction(reader, of, facts))
})

const startTask = tool("start_task", {
  title: "Start task",
  description:
    "Makes a new task that is the operator's own from the start. Sends nothing to the guest. Needs the scope to write, " +
    "and an operator who manages.",
  access: "write",
  input: Schema.Struct({
    ...place,
    title: Schema.String.check(characters(1, 200)).annotateKey({ description: "What is to be done, in one line" }),
    kind: optional(
      Schema.String.check(characters(1, 60)),
      "What sort of task it is, such as `housekeeping`; `task` when left out"
    ),
    details: optional(Schema.String.check(characters(1, 4000)), "What is to be done, at length"),
    guestId: optional(Selector, "The guest it is for"),
    audience: optional(
      Schema.Union([
        Schema.Struct({ kind: Schema.Literal("workspace").annotateKey({ description: "The whole workspace" }) }),
        Schema.Struct({
          kind: Schema.Literal("team").annotateKey({ description: "One team of the workspace" }),
          teamId: Selector.annotateKey({ description: "A team that the operator is a member of" })
        })
      ]),
      "Who may see it; the whole workspace when left out"
    ),
    dueAt: optional(BodyInstant, "When it should be done, as ISO 8601 with an offset"),
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
    "Cancels a task that nobody owns, or that is the operator's own, for good. Fails with version_conflict when it changed " +
    "since it was read: read it again, and decide again. Needs the scope to write, and an operator who manages.",
  access: "write",
  isDestructive: true,
  input: Schema.Struct({
    ...place,
    taskId: Selector.annotateKey({ description: "Id of the task" }),
    expectedVersion: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 })).annotateKey({
      description: "Its version as you last read it"
    }),
    reason: optional(Schema.String.check(characters(1, 1000)), "Why, for its history"),
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
