import { Context, Effect } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import { NotFound } from "../shared/NotFound.ts"
import type { OperatorId } from "./Operator.ts"

/** An operator who is signed in, or for whom an assistant acts. */
export interface OperatorCallerShape {
  /** Who acts: the operator, or an assistant on the operator's behalf. */
  readonly kind: "operator" | "assistant"
  readonly operator: { readonly id: OperatorId; readonly xid: string; readonly name: string }
  /** Null for who belongs to no active organization, and so reaches nothing. */
  readonly organization: { readonly id: OrganizationId; readonly xid: string } | null
  /** As they are now: read anew for each request (INT-031). */
  readonly permissions: ReadonlySet<string>
}

/** The operator of this request; whose organization is the only tenant in scope (INT-005). */
export class OperatorCaller extends Context.Service<OperatorCaller, OperatorCallerShape>()(
  "hub/domain/operators/OperatorCaller"
) {}

/** The organization of the calling operator; missing for who has none. */
export const organizationOfOperator = Effect.gen(function* () {
  const { organization } = yield* OperatorCaller
  return organization ?? (yield* new NotFound({}))
})
