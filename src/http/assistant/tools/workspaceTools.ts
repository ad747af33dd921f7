import { DateTime, Effect, Option, Schema } from "effect"
import { AssistantCaller } from "../../../domain/assistants/AssistantCaller.ts"
import { assistantPage } from "../../../domain/assistants/assistantPage.ts"
import { assistantScopes } from "../../../domain/assistants/assistantScopes.ts"
import { EventRecord } from "../../../domain/messaging/EventRecord.ts"
import { eventsPage } from "../../../domain/messaging/readEvents.ts"
import { Workspaces } from "../../../domain/messaging/Workspaces.ts"
import { OperatorCaller, organizationOfOperator } from "../../../domain/operators/OperatorCaller.ts"
import { WorkspaceMissing } from "../../../domain/operators/OperatorErrors.ts"
import { openWorkspace } from "../../../domain/operators/openWorkspace.ts"
import { organizationsManage } from "../../../domain/operators/operatorPermissions.ts"
import { Instant } from "../../../domain/shared/Instant.ts"
import { optional } from "../../surface/schemas/optional.ts"
import { place, tool } from "../tool.ts"

const [, writeScope] = assistantScopes

const WorkspaceFacts = Schema.Struct({
  organizationId: Schema.String.annotateKey({ description: "Id of the organization" }),
  scopeId: Schema.String.annotateKey({ description: "Id of the workspace" }),
  name: Schema.String.annotateKey({ description: "Display name of the workspace" }),
  operator: Schema.Struct({
    id: Schema.String.annotateKey({ description: "Id of the operator, as used for owners of tasks" }),
    displayName: Schema.String.annotateKey({ description: "Name of the operator" })
  }).annotateKey({ description: "Operator on whose behalf you act" }),
  mayChange: Schema.Boolean.annotateKey({
    description: "Whether the operator and this assistant are both allowed to use start_task and cancel_task"
  }),
  now: Instant.annotateKey({ description: "Current time of the service, for interpreting due times" })
})

const getWorkspace = tool("get_workspace", {
  title: "Get workspace",
  description:
    "Returns the hotel workspace, the operator you act for, whether you may change tasks, and the current time. Call " +
    "it first.",
  access: "read",
  input: Schema.Struct(place),
  output: WorkspaceFacts,
  run: Effect.fnUntraced(function* ({ organizationId, scopeId }) {
    const { operator, permissions } = yield* OperatorCaller
    const { scopes } = yield* AssistantCaller
    const { id } = yield* organizationOfOperator
    const workspace = yield* Workspaces.use((workspaces) => workspaces.find(id, scopeId))
    if (Option.isNone(workspace)) return yield* new WorkspaceMissing()
    return {
      organizationId,
      scopeId,
      name: workspace.value.name,
      operator: { id: operator.xid, displayName: operator.name },
      mayChange: scopes.has(writeScope) && permissions.has(organizationsManage),
      now: DateTime.formatIso(yield* DateTime.now)
    }
  })
})

const allKinds = { messages: true, actions: true }

const listChanges = tool("list_changes", {
  title: "List changes",
  description:
    "Lists the changes in the workspace, oldest first: which message or task, what happened and who did it, but " +
    "never the text. Pass nextAfter as `after` in the next call. Fails with event_cursor_expired if `after` is too " +
    "old.",
  access: "read",
  input: Schema.Struct({
    ...place,
    after: optional(
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
      "nextAfter of the previous call; omit it to start at the oldest stored change"
    )
  }),
  output: Schema.Struct({
    items: Schema.Array(EventRecord).annotateKey({ description: "Changes, oldest first" }),
    nextAfter: Schema.Int.annotateKey({ description: "Pass it as `after` in the next call" }),
    hasMore: Schema.Boolean.annotateKey({ description: "Whether more changes are available now" })
  }),
  run: Effect.fnUntraced(function* ({ after, scopeId }) {
    const reader = yield* openWorkspace(scopeId)
    const { hasMore, items, nextAfter } = yield* eventsPage(
      reader,
      allKinds,
      { scope: scopeId, after: after ?? 0 },
      assistantPage
    )
    return { items, nextAfter, hasMore }
  })
})

/** Tools on the workspace as a whole (INT-033). */
export const workspaceTools = [getWorkspace, listChanges] as const
