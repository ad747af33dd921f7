import { Context, Effect } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import { NotFound } from "../shared/NotFound.ts"
import type { OperatorId } from "./Operator.ts"

/** An operator who is signed in, or on whose behalf an assistant acts. */
export interface OperatorCallerShape {
  /** Who acts: the operator, or an assistant on the operator's behalf. */
  readonly kind: "operator" | "assistant"
  readonly operator: { readonly id: OperatorId; readonly xid: string; readonly name: string }
  /** Null for an operator without an active organization, who reaches nothing. */
  readonly organization: { readonly id: OrganizationId; readonly xid: string } | null
  /** Current permissions, read on each request (INT-031). */
  readonly permissions: ReadonlySet<string>
}

/** The operator of this request; their organization is the only tenant in scope (INT-005). */
export class OperatorCaller extends Context.Service<OperatorCaller, OperatorCallerShape>()(
  "hub/domain/operators/OperatorCaller"
) {}

/** The organization of the calling operator; `NotFound` if there is none. */
export const organizationOfOperator = Effect.gen(function* () {
  const { organization } = yield* OperatorCaller
  return organization ?? (yield* new NotFound({}))
})
