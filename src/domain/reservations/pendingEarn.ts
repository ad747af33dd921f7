import type { MemberId } from "../members/Member.ts"
import type { WalletActivity } from "../wallet/Wallet.ts"
import type { Reservation } from "./Reservation.ts"

/** The activity item of points that a stay will earn; its amount is null, being derived from the stay (DOMAIN 6.1). */
export const pendingEarn = (
  { externalId, id: reservationId }: Pick<Reservation, "id" | "externalId">,
  earning: Pick<WalletActivity, "id" | "createdAt"> & { readonly memberId: MemberId; readonly propertyName: string }
): WalletActivity => ({
  id: earning.id,
  memberId: earning.memberId,
  type: "earn",
  amount: null,
  asset: "VALID",
  status: "pending",
  description: `Stay at ${earning.propertyName}`,
  sourceType: "reservation",
  sourceId: externalId,
  entryId: null,
  reservationId,
  fulfillmentId: null,
  createdAt: earning.createdAt
})
