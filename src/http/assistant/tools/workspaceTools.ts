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
import { optional } from "../optional.ts"
import { place, tool } from "../tool.ts"

const [, writeScope] = assistantScopes

const WorkspaceFacts = Schema.Struct({
  organizationId: Schema.String.annotateKey({ description: "The organization" }),
  scopeId: Schema.String.annotateKey({ description: "The workspace" }),
  name: Schema.String.annotateKey({ description: "What people call the workspace" }),
  operator: Schema.Struct({
    id: Schema.String.annotateKey({ description: "Id of the operator, as owners of tasks have it" }),
    displayName: Schema.String.annotateKey({ description: "Name of the operator" })
  }).annotateKey({ description: "On whose behalf everything here happens" }),
  mayChange: Schema.Boolean.annotateKey({
    description: "Whether start_task and cancel_task are allowed: to the operator, and to this assistant"
  }),
  now: Instant.annotateKey({ description: "The time of the service, to understand due times by" })
})

const getWorkspace = tool("get_workspace", {
  title: "Get workspace",
  description:
    "Says which hotel workspace this is, for which operator you act, whether you may change tasks, and what time it is. " +
    "Call it first.",
  access: "read",
  input: Schema.Struct(place),
  output: WorkspaceFacts,
  run: Effect.fnUntraced(function* ({ organizationId, scopeId }) {
    const { operator, permissions } = yield* OperatorCaller
    const { scopes } = yield* AssistantCaller
    const { id } = yield* organizationOfOperator
    const found = yield* Workspaces.use((workspaces) => workspaces.find(id, scopeId))
    if (Option.isNone(found)) return yield* new WorkspaceMissing()
    return {
      organizationId,
      scopeId,
      name: found.value.name,
      operator: { id: operator.xid, displayName: operator.name },
      mayChange: scopes.has(writeScope) && permissions.has(organizationsManage),
      now: DateTime.formatIso(yield* DateTime.now)
    }
  })
})

const everything = { messages: true, actions: true }

const listChanges = tool("list_changes", {
  title: "List changes",
  description:
    "Lists what changed in the workspace, oldest first: which message or task, what happened and who did it, never the " +
    "text. Keep nextAfter and pass it as `after` next time. Fails with event_cursor_expired when `after` is too old.",
  access: "read",
  input: Schema.Struct({
    ...place,
    after: optional(
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
      "nextAfter of the last call; from the oldest change kept when left out"
    )
  }),
  output: Schema.Struct({
    items: Schema.Array(EventRecord).annotateKey({ description: "The changes, oldest first" }),
    nextAfter: Schema.Int.annotateKey({ description: "Pass it as `after` next time" }),
    hasMore: Schema.Boolean.annotateKey({ description: "Whether more changes follow at once" })
  }),
  run: Effect.fnUntraced(function* ({ after, scopeId }) {
    const reader = yield* openWorkspace(scopeId)
    const { hasMore, items, nextAfter } = yield* eventsPage(
      reader,
      everything,
      { scope: scopeId, after: after ?? 0 },
      assistantPage
    )
    return { items, nextAfter, hasMore }
  })
})

/** Tools on the workspace as a whole (INT-033). */
export const workspaceTools = [getWorkspace, listChanges] as const
