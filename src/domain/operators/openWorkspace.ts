import { Effect, Option } from "effect"
import type { Reader } from "../messaging/Reader.ts"
import type { Walk } from "../messaging/scanPage.ts"
import { Workspaces } from "../messaging/Workspaces.ts"
import { OperatorCaller, organizationOfOperator } from "./OperatorCaller.ts"
import { WorkspaceMissing } from "./OperatorErrors.ts"

/**
 * Policy step: the workspace of the caller's organization, with the operator as its reader, who sees records addressed
 * to the whole workspace and to the operator's current teams (INT-003, INT-010, INT-011).
 */
export const openWorkspace = Effect.fnUntraced(function* (scope: string) {
  const { kind, operator } = yield* OperatorCaller
  const organization = yield* organizationOfOperator
  const workspaces = yield* Workspaces
  const [workspace, audienceTeamIds] = yield* Effect.all(
    [workspaces.find(organization.id, scope), workspaces.listTeamIds(operator.id)],
    { concurrency: "unbounded" }
  )
  if (Option.isNone(workspace) || workspace.value.status !== "active") return yield* new WorkspaceMissing()
  const reader: Reader = {
    workspace: workspace.value,
    organizationId: organization.id,
    audienceWorkspace: true,
    audienceTeamIds,
    readsSensitive: kind === "operator",
    owner: { kind: "operator", xid: operator.xid }
  }
  return reader
})

/**
 * The query and caller that an operator's cursors are bound to; an assistant's cursors are distinct from the
 * operator's.
 */
export const walkOfOperator = Effect.fnUntraced(function* (query: Pick<Walk, "view" | "scope" | "guest" | "filter">) {
  const { kind, operator } = yield* OperatorCaller
  const { id: organizationId } = yield* organizationOfOperator
  return { ...query, organizationId, caller: `${kind} ${operator.id}` } satisfies Walk
})
