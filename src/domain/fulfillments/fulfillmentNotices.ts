import { DateTime } from "effect"
import type { NewNotification } from "../notifications/Notifications.ts"
import type { FulfillmentJournal, LockedFulfillment } from "./Fulfillments.ts"
import type { FulfillmentStatus } from "./FulfillmentStatus.ts"

type Subject = Pick<LockedFulfillment, "row" | "offer">

/** The member's notification when a claim reaches a status. */
const messages: {
  readonly [Status in FulfillmentStatus]: (subject: Subject) => readonly [title: string, message: string]
} = {
  claimed: ({ offer, row }) => ["Offer claimed", `${offer.name} is yours for ${row.pointsCharged} points`],
  pending_approval: ({ offer, row }) => [
    "Offer requested",
    `${offer.name} is awaiting the property's approval; ${row.pointsCharged} points are held for it`
  ],
  modified: ({ offer, row }) => ["Change proposed", `${offer.name}: ${row.modification?.note ?? ""}`],
  approved: ({ offer }) => ["Offer approved", `The property approved ${offer.name}`],
  fulfilled: ({ offer }) => ["Offer fulfilled", `The property marked ${offer.name} as fulfilled`],
  rejected: ({ offer, row }) => [
    "Offer rejected",
    `${offer.name} was rejected: ${row.rejectReason ?? ""}. ${row.pointsCharged} points are back in your wallet`
  ],
  cancelled: ({ offer, row }) => [
    "Offer cancelled",
    `${offer.name} was cancelled; ${row.pointsCharged} points are back in your wallet`
  ],
  expired: ({ offer, row }) => [
    "Offer expired",
    `${offer.name} expired; ${row.pointsCharged} points are back in your wallet`
  ]
}

const movesPoints: ReadonlySet<FulfillmentStatus> = new Set([
  "claimed",
  "pending_approval",
  "rejected",
  "cancelled",
  "expired"
])

const facts = ({ offer, row }: Subject) => ({
  actionUrl: `/offers/fulfillments/${row.id}`,
  fulfillmentId: row.id,
  offerId: offer.xid
})

/** The member's notification; a wallet notification when points were charged or refunded. */
export const fulfillmentNotification = (
  status: FulfillmentStatus,
  subject: Subject,
  createdAt: DateTime.Utc
): NewNotification => {
  const { offer, row } = subject
  const [title, message] = messages[status](subject)
  const common = {
    memberId: row.memberId,
    title,
    message,
    messageParts: { offerName: offer.name, points: row.pointsCharged },
    metadata: facts(subject),
    createdAt
  }
  return movesPoints.has(status)
    ? { ...common, type: "wallet", isWallet: true }
    : { ...common, type: "system", isWallet: false }
}

/** Sent once, before a claim that the member can still use ends (F16). */
export const reminderNotification = (subject: Subject, createdAt: DateTime.Utc): NewNotification => ({
  memberId: subject.row.memberId,
  type: "system",
  isWallet: false,
  title: "Offer ends soon",
  message: `Use ${subject.offer.name} before it ends`,
  messageParts: { offerName: subject.offer.name, expiresAt: DateTime.formatIso(subject.row.expiresAt) },
  metadata: facts(subject),
  createdAt,
  dedupeKey: `fulfillment-reminder:${subject.row.id}`
})

/** Tells the venue, if the claim has one, that a claim it may be preparing for has ended. */
export const propertyNotice = (
  { offer, property, row }: LockedFulfillment,
  event: FulfillmentStatus,
  createdAt: DateTime.Utc
): FulfillmentJournal["notice"] =>
  property === null
    ? null
    : {
        kind: "property_notification",
        payload: {
          event,
          fulfillmentId: row.id,
          offerId: offer.xid,
          offerName: offer.name,
          propertyId: property.documentId
        },
        createdAt
      }
