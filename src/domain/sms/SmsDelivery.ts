import { Schema } from "effect"
import { OrganizationId } from "../organizations/Organization.ts"
import { ExternalId } from "../shared/ExternalId.ts"
import { RowId } from "../shared/Scalars.ts"

/** Delivery statuses in order: a delivery only ever moves towards the end of the list (INT-041). */
export const deliveryStatuses = ["queued", "sent", "failed", "delivered"] as const

export const DeliveryStatus = Schema.Literals(deliveryStatuses)
export type DeliveryStatus = typeof DeliveryStatus.Type

/**
 * The delivery of one message by an installation. `providerDeliveryId` is the provider's own id for it, null until
 * reported.
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
 * Whether a reported status replaces the current one. The later status in the list wins, in whatever order reports
 * arrive; `delivered` is final.
 */
export const isSupersededBy = (current: DeliveryStatus, reported: DeliveryStatus): boolean =>
  deliveryStatuses.indexOf(reported) > deliveryStatuses.indexOf(current)
