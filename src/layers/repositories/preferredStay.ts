import { Order } from "effect"
import type { OrganizationId } from "../../domain/organizations/Organization.ts"
import type { Reservation } from "../../domain/reservations/Reservation.ts"

/** Of stays that share an external id, the one at the organization, else the latest (DOMAIN 6). */
export const preferredStay = (
  stays: ReadonlyArray<Reservation>,
  organizationId: OrganizationId | undefined
): Reservation | undefined =>
  stays.toSorted(
    Order.combine(
      Order.mapInput(Order.Boolean, (stay: Reservation) => stay.organizationId !== organizationId),
      Order.flip(Order.mapInput(Order.Number, ({ id }: Reservation) => id))
    )
  )[0]
