import { DateTime } from "effect"
import { memberIds } from "../../../src/demo/demoMembers.ts"
import type { Dataset } from "../../../src/domain/dataset/Dataset.ts"
import type { Fulfillment } from "../../../src/domain/fulfillments/Fulfillment.ts"
import { ReservationId } from "../../../src/domain/reservations/Reservation.ts"
import { noRow } from "../../../src/domain/shared/Scalars.ts"
import { claimId, claimOf, claimRow } from "../claims.ts"
import { offersDataset } from "./offersDataset.ts"

export const now = DateTime.makeUnsafe("2026-03-04T05:06:07.890Z")
export const hours = (n: number) => DateTime.add(now, { hours: n })

const part = offersDataset(now)
/** A stay of M1 that claims are bound to. */
export const [stay] = part.reservations.filter(({ memberId }) => memberId === memberIds.M1)
export const stayId = stay?.id ?? ReservationId.make(noRow)

/** A claim without a venue. */
export const nobody = { propertyId: null, redemptionType: "direct" }

/** Claims that fall due at different times, numbered by `n`. */
const due: ReadonlyArray<Fulfillment> = [
  claimRow(1, now, { expiresAt: hours(30), memberId: memberIds.M3 }),
  claimRow(2, now, { expiresAt: hours(20), memberId: memberIds.M3, status: "modified" }),
  claimRow(3, now, { expiresAt: hours(20), memberId: memberIds.M9, status: "approved", redemptionType: "mysteryBox" }),
  claimRow(4, now, { expiresAt: hours(25), memberId: memberIds.M3, redemptionType: "propertySpecific" }),
  claimRow(5, now, { expiresAt: hours(15), memberId: memberIds.M3, status: "cancelled" }),
  claimRow(6, now, { expiresAt: hours(28), memberId: memberIds.M3, ...nobody, reservationId: stayId }),
  claimRow(7, now, { expiresAt: hours(28), memberId: memberIds.M3, status: "fulfilled", reservationId: stayId })
]

const [code] = part.offerCodes.filter(({ status }) => status === "available")
const held = (of: number, change: Partial<Dataset["offerCodes"][number]>) =>
  code === undefined
    ? []
    : [
        {
          ...code,
          id: 9300 + of,
          xid: `held-${of}`,
          valueHash: `held-${of}`,
          status: "assigned" as const,
          fulfillmentId: claimId(of),
          assignedAt: now,
          ...change
        }
      ]
const archived = part.offerCodePools.find(({ status }) => status === "archived")?.id ?? 0

/** The demo offers and claims with those of the tests. */
export const claimsDataset: Dataset = {
  ...part,
  fulfillments: [
    ...part.fulfillments,
    ...due,
    ...[21, 22, 23, 24].map((n) => claimOf(n, now, "dinner", { memberId: memberIds.M2, propertyId: null }))
  ],
  offerCodes: [...part.offerCodes, ...[21, 22, 23].flatMap((n) => held(n, {})), ...held(24, { poolId: archived })]
}
