import { Context, type DateTime, type Effect, type Option, Schema } from "effect"
import { WorkspaceId } from "../messaging/Workspace.ts"
import { RowId } from "../shared/Scalars.ts"
import { SmsDelivery } from "./SmsDelivery.ts"
import type { DeliveryMissing } from "./SmsErrors.ts"
import type { SmsInstallation } from "./SmsInstallation.ts"

/** A delivery that is locked, with the message that it is of. */
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

/** Where deliveries are looked for: in one installation, and so in its workspace. */
export type DeliveryPlace = Pick<SmsInstallation, "id" | "organizationId" | "workspaceId">

/** A delivery that has come further, and the event that says so. */
export interface DeliveryMove {
  readonly organizationId: SmsInstallation["organizationId"]
  readonly delivery: LockedDelivery
  readonly status: SmsDelivery["status"]
  readonly eventXid: string
  readonly occurredAt: DateTime.Utc
}

/** What providers of SMS were given to deliver. */
export class SmsDeliveries extends Context.Service<
  SmsDeliveries,
  {
    /** By external id, in this installation alone; locks the delivery until the transaction ends. */
    readonly findForUpdate: (place: DeliveryPlace, xid: string) => Effect.Effect<Option.Option<LockedDelivery>>
    /** Keeps the provider's id of a locked delivery; fails if another delivery of the installation has it. */
    readonly updateProviderId: (
      of: Pick<SmsDelivery, "organizationId" | "id"> & { readonly providerDeliveryId: string }
    ) => Effect.Effect<void, DeliveryMissing>
    /**
     * Moves a locked delivery and its message on, and appends the event, all or nothing. Locks the workspace's counter
     * until the transaction ends, so commit order is sequence order.
     */
    readonly updateStatus: (move: DeliveryMove) => Effect.Effect<void>
  }
>()("hub/domain/sms/SmsDeliveries") {}
