import { Context, Effect, Schema } from "effect"
import { OrganizationId } from "../organizations/Organization.ts"
import { NotFound } from "../shared/NotFound.ts"
import { OperatorId } from "./Operator.ts"

/** An operator who is signed in, or on whose behalf an assistant acts. */
export const OperatorCallerShape = Schema.Struct({
  /** Who acts: the operator, or an assistant on the operator's behalf. */
  kind: Schema.Literals(["operator", "assistant"]),
  operator: Schema.Struct({ id: OperatorId, xid: Schema.String, name: Schema.String }),
  /** Null for an operator without an active organization, who reaches nothing. */
  organization: Schema.NullOr(Schema.Struct({ id: OrganizationId, xid: Schema.String })),
  /** Current permissions, read on each request (INT-031). */
  permissions: Schema.ReadonlySet(Schema.String)
})
export type OperatorCallerShape = typeof OperatorCallerShape.Type

/** The operator of this request; their organization is the only tenant in scope (INT-005). */
export class OperatorCaller extends Context.Service<OperatorCaller, OperatorCallerShape>()(
  "hub/domain/operators/OperatorCaller"
) {}

/** The organization of the calling operator; `NotFound` if there is none. */
export const organizationOfOperator = Effect.gen(function* () {
  const { organization } = yield* OperatorCaller
  return organization ?? (yield* new NotFound({}))
})
