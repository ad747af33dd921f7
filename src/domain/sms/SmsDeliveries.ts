import { Context, type DateTime, type Effect, type Option, Schema } from "effect"
import { WorkspaceId } from "../messaging/Workspace.ts"
import { RowId } from "../shared/Scalars.ts"
import { SmsDelivery } from "./SmsDelivery.ts"
import type { DeliveryMissing } from "./SmsErrors.ts"
import type { SmsInstallation } from "./SmsInstallation.ts"

/** A locked delivery with its message. */
export const LockedDelivery = Schema.Struct({
  id: SmsDelivery.fields.id,
  providerDeliveryId: SmsDelivery.fields.providerDeliveryId,
  status: SmsDelivery.fields.status,
  messageId: RowId,
  messageXid: Schema.String,
  workspaceId: WorkspaceId,
  guestId: Schema.NullOr(RowId)
})
export type LockedDelivery = typeof LockedDelivery.Type

/** The scope of a look-up: one installation, hence its workspace. */
export type DeliveryPlace = Pick<SmsInstallation, "id" | "organizationId" | "workspaceId">

/** A status change of a delivery, and the event that records it. */
export interface DeliveryMove {
  readonly organizationId: SmsInstallation["organizationId"]
  readonly delivery: LockedDelivery
  readonly status: SmsDelivery["status"]
  readonly eventXid: string
  readonly occurredAt: DateTime.Utc
}

/** The deliveries handed to SMS providers. */
export class SmsDeliveries extends Context.Service<
  SmsDeliveries,
  {
    /** By external id, within this installation only; locks the delivery until the transaction ends. */
    readonly findForUpdate: (place: DeliveryPlace, xid: string) => Effect.Effect<Option.Option<LockedDelivery>>
    /** Stores the provider's id of a locked delivery; fails if another delivery of the installation has it. */
    readonly updateProviderId: (
      of: Pick<SmsDelivery, "organizationId" | "id"> & { readonly providerDeliveryId: string }
    ) => Effect.Effect<void, DeliveryMissing>
    /**
     * Updates the status of a locked delivery and its message, and appends the event, all or nothing. Locks the
     * workspace's counter until the transaction ends, so commit order is sequence order.
     */
    readonly updateStatus: (move: DeliveryMove) => Effect.Effect<void>
  }
>()("hub/domain/sms/SmsDeliveries") {}
