import { Effect, Option } from "effect"
import type { Reader } from "../messaging/Reader.ts"
import type { Walk } from "../messaging/scanPage.ts"
import { Workspaces } from "../messaging/Workspaces.ts"
import { OperatorCaller, organizationOfOperator } from "./OperatorCaller.ts"
import { WorkspaceMissing } from "./OperatorErrors.ts"

/**
 * Policy step: the workspace of the caller's organization, and what the operator may see of it: what is addressed to
 * everybody, and to the operator's own teams as they are now (INT-003, INT-010, INT-011).
 */
export const openWorkspace = Effect.fnUntraced(function* (scope: string) {
  const { kind, operator } = yield* OperatorCaller
  const organization = yield* organizationOfOperator
  const workspaces = yield* Workspaces
  const [found, audienceTeamIds] = yield* Effect.all(
    [workspaces.find(organization.id, scope), workspaces.listTeamIds(operator.id)],
    { concurrency: "unbounded" }
  )
  if (Option.isNone(found) || found.value.status !== "active") return yield* new WorkspaceMissing()
  const reader: Reader = {
    workspace: found.value,
    organizationId: organization.id,
    audienceWorkspace: true,
    audienceTeamIds,
    readsSensitive: kind === "operator",
    owner: { kind: "operator", xid: operator.xid }
  }
  return reader
})

/** What an operator's cursors belong to: those of an assistant are not the operator's own. */
export const walkOfOperator = Effect.fnUntraced(function* (query: Pick<Walk, "view" | "scope" | "guest" | "filter">) {
  const { kind, operator } = yield* OperatorCaller
  const { id: organizationId } = yield* organizationOfOperator
  return { ...query, organizationId, caller: `${kind} ${operator.id}` } satisfies Walk
})
