import { Schema } from "effect"

/** The status of a claim, in the same words on every surface (MEM-067, PAR-024). */
export const FulfillmentStatus = Schema.Literals([
  "claimed",
  "pending_approval",
  "modified",
  "approved",
  "fulfilled",
  "rejected",
  "cancelled",
  "expired"
])
export type FulfillmentStatus = typeof FulfillmentStatus.Type

/** The statuses that can still change; only these can expire (DOMAIN 5.1). */
export const openStatuses = [
  "claimed",
  "pending_approval",
  "modified",
  "approved"
] as const satisfies ReadonlyArray<FulfillmentStatus>

export const isOpen = (status: FulfillmentStatus): boolean => openStatuses.some((open) => open === status)

/** The statuses that are final. */
export const endedStatuses: ReadonlyArray<string> = FulfillmentStatus.literals.filter((status) => !isOpen(status))
