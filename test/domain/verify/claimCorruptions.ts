import { DateTime } from "effect"
import type { IdempotencyNamespace, IdempotencyRecord } from "../../../src/domain/idempotency/IdempotencyKeys.ts"
import type { WalletEntry } from "../../../src/domain/wallet/Wallet.ts"
import type { Recorded } from "../../support/history/recordedBooks.ts"
import {
  change,
  changing,
  claimOf,
  type Corruption,
  discount,
  earn,
  earned,
  found,
  isThe,
  itemOf,
  lines,
  otherEarned,
  removing,
  type Rows,
  spa,
  toCome
} from "./tampering.ts"
import { notFinal } from "../../../src/domain/reservations/notFinal.ts"
import { at } from "../../support/http/service.ts"

/** Points of stays. */
export const ofStays: ReadonlyArray<Corruption> = [
  {
    title: "MEM-046: a total that is not base x multiplier",
    check: "stay_points",
    tamper: changing("reservations", isThe(earned), ({ basePoints }) => ({ basePoints: (basePoints ?? 0) + 1 })),
    finds: (books) => [`stay_points reservation:${earned(books).externalId}`]
  },
  {
    title: "MEM-048: an EARN entry that belongs to another stay",
    check: "stay_earn",
    tamper: changing("walletEntries", isThe(earn), (_, books) => ({ reservationId: otherEarned(books).id })),
    finds: (books) => [
      ...[earned, otherEarned].map((of) => `stay_earn reservation:${of(books).externalId}`),
      `activity_entry activity:${itemOf(books, earn(books)).id}`
    ]
  },
  {
    title: "MEM-048: an EARN entry of a stay that is not finalised",
    check: "stay_earn",
    tamper: changing("reservations", isThe(earned), () => ({
      ...notFinal,
      status: "cancelled" as const
    })),
    finds: (books) => [`stay_earn reservation:${earned(books).externalId}`]
  },
  {
    title: "MEM-047: a stay to come without its pending activity item",
    check: "pending_earn",
    tamper: removing("walletActivity", (row, books) => row.id === toCome(books).id),
    finds: (books) => [`pending_earn reservation:${toCome(books).sourceId}`]
  }
]

/** Matches the audit entry of the claim's move to the status `to`. */
export const logged = (books: Recorded, of: WalletEntry, to: string) => {
  const subject = `fulfillment:${claimOf(books, of).id}`
  return (row: Rows<"auditLog">) => row.subject === subject && at(row.after, "status") === to
}

/** Claims and their histories. */
export const ofClaims: ReadonlyArray<Corruption> = [
  {
    title: "MEM-088: a claim whose pointsCharged differs from its charge",
    check: "charge",
    tamper: changing(
      "fulfillments",
      (row, books) => row.id === discount(books).fulfillmentId,
      () => ({
        pointsCharged: 131
      })
    ),
    finds: (books) => [`charge fulfillment:${discount(books).fulfillmentId}`]
  },
  {
    title: "MEM-080: a rejected claim without a refund",
    check: "refund",
    tamper: (books) => ({
      ...books,
      fulfillments: change(
        books.fulfillments,
        ({ id }) => id === discount(books).fulfillmentId,
        ({ fulfilledAt }) => ({
          status: "rejected" as const,
          fulfilledAt: null,
          rejectedAt: fulfilledAt,
          rejectReason: "Full"
        })
      ),
      auditLog: change(books.auditLog, logged(books, discount(books), "fulfilled"), () => ({
        after: { status: "rejected" }
      }))
    }),
    finds: (books) => {
      const subject = `fulfillment:${discount(books).fulfillmentId}`
      return [`refund ${subject}`, `redemption_end ${subject}`]
    }
  },
  {
    title: "DOMAIN 5.1: a claim whose status is not that of its last move",
    check: "history",
    tamper: changing(
      "fulfillments",
      (row, books) => row.id === spa(books).fulfillmentId,
      () => ({ status: "claimed" as const })
    ),
    finds: (books) => [`history fulfillment:${spa(books).fulfillmentId}`]
  },
  {
    title: "DOMAIN 5.1: a history with a move that the state machine does not have",
    check: "history",
    tamper: removing("auditLog", (row, books) => logged(books, spa(books), "modified")(row)),
    finds: (books) => {
      const subject = `fulfillment:${spa(books).fulfillmentId}`
      return [`history ${subject}`, `redemption ${subject}`]
    }
  },
  {
    title: "DOMAIN 5.1: a claim without the audit entry of its creation",
    check: "history",
    tamper: removing("auditLog", (row, books) => logged(books, discount(books), "claimed")(row)),
    finds: (books) => [`history fulfillment:${discount(books).fulfillmentId}`]
  }
]

const isWalletNotice = (row: Rows<"notifications">) => row.type === "wallet"

const inFlightSince = DateTime.makeUnsafe("2026-03-10T12:00:00.000Z")

const keyOf = (
  namespace: IdempotencyNamespace,
  key: string,
  change: Partial<IdempotencyRecord>
): IdempotencyRecord => ({
  namespace,
  tenant: "tenant",
  key,
  fingerprint: "print",
  ownerToken: "owner",
  leaseUntil: DateTime.addDuration(inFlightSince, "1 minute"),
  status: null,
  headers: null,
  body: null,
  sealedFor: null,
  venueIds: null,
  createdAt: inFlightSince,
  expiresAt: DateTime.addDuration(inFlightSince, "72 hours"),
  ...change
})

/** Favorites, notifications and idempotency keys. */
export const ofCollections: ReadonlyArray<Corruption> = [
  {
    title: "DOMAIN 9: a favorite stored twice",
    check: "favorite",
    tamper: (books) => ({ ...books, favorites: [...books.favorites, ...books.favorites] }),
    finds: () => lines("favorite member:701"),
    only: "sql"
  },
  {
    title: "MEM-105: a wallet notification without isWallet",
    check: "notification",
    tamper: changing("notifications", isWalletNotice, () => ({ isWallet: false })),
    finds: ({ notifications }) => [`notification notification:${notifications.find(isWalletNotice)?.id}`]
  },
  {
    title: "DOMAIN 9: two notifications of a member with one dedupeKey",
    check: "notification",
    tamper: (books) => {
      const one = found(books.notifications.find(isWalletNotice))
      const duplicate = (id: number) => ({ ...one, id, dedupeKey: "same" })
      return { ...books, notifications: [...books.notifications, duplicate(9001), duplicate(9002)] }
    },
    finds: () => lines("notification notification:9002")
  },
  {
    title: "MEM-088, HUB-070: a key committed without an answer, unless it is a leased one",
    check: "idempotency_key",
    tamper: (books) => ({
      ...books,
      idempotencyKeys: [
        keyOf("member", "claim", { leaseUntil: inFlightSince }),
        keyOf("hub", "transition", { leaseUntil: inFlightSince }),
        keyOf("hub", "answered", { leaseUntil: inFlightSince, status: 200 }),
        keyOf("partner", "leased", {})
      ]
    }),
    finds: () => lines("idempotency_key hub:tenant transition", "idempotency_key member:tenant claim")
  }
]
