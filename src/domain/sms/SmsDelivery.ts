import { Schema } from "effect"
import { OrganizationId } from "../organizations/Organization.ts"
import { ExternalId } from "../shared/ExternalId.ts"
import { RowId } from "../shared/Scalars.ts"

/** How far a message has come, worst first: a delivery only ever moves towards the end of the list (INT-041). */
export const deliveryStatuses = ["queued", "sent", "failed", "delivered"] as const

export const DeliveryStatus = Schema.Literals(deliveryStatuses)
export type DeliveryStatus = typeof DeliveryStatus.Type

/**
 * The delivery of one message by an installation. `providerDeliveryId` is the provider's own id for it, null until the
 * provider has said it.
 */
export const SmsDelivery = Schema.Struct({
  id: RowId,
  xid: ExternalId,
  organizationId: OrganizationId,
  installationId: RowId,
  messageId: RowId,
  providerDeliveryId: Schema.NullOr(ExternalId),
  status: DeliveryStatus,
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc
})
export type SmsDelivery = typeof SmsDelivery.Type

/**
 * Whether a delivery moves on to a status: the later one of both counts, in whatever order they come. `delivered` is the
 * last: what arrived was not lost, whatever else is said.
 */
export const movesOn = (from: DeliveryStatus, to: DeliveryStatus): boolean =>
  deliveryStatuses.indexOf(to) > deliveryStatuses.indexOf(from)
