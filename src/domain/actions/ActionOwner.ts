import type { IntegrationId } from "../access/ApiKey.ts"
import type { OperatorId } from "../operators/Operator.ts"
import type { Action } from "./Action.ts"

/** The owner of an Action, by row id. */
export type ActionOwner =
  | { readonly kind: "integration"; readonly id: IntegrationId }
  | { readonly kind: "operator"; readonly id: OperatorId }

/** The columns of an Action that identify its owner. */
export type OwnerColumns = Pick<Action, "ownerKind" | "ownerIntegrationId" | "ownerOperatorId">

/** Whether `owner` owns the Action. */
export const isOwnedBy = (owner: ActionOwner, action: OwnerColumns): boolean =>
  action.ownerKind === owner.kind &&
  (owner.kind === "integration" ? action.ownerIntegrationId === owner.id : action.ownerOperatorId === owner.id)

/** The column values for `owner`; null for no owner. */
export const ownerColumns = (owner: ActionOwner | null): OwnerColumns => ({
  ownerKind: owner?.kind ?? null,
  ownerIntegrationId: owner?.kind === "integration" ? owner.id : null,
  ownerOperatorId: owner?.kind === "operator" ? owner.id : null
})
