import { DateTime } from "effect"
import { MemberId } from "../../../src/domain/members/Member.ts"
import type { WalletEntry } from "../../../src/domain/wallet/Wallet.ts"
import type { Recorded } from "../../support/history/recordedBooks.ts"
import {
  breakfast,
  change,
  changing,
  claimOf,
  type Corruption,
  discount,
  earn,
  earned,
  emptied,
  found,
  gift,
  isThe,
  itemOf,
  lines,
  otherEarn,
  otherEarned,
  removing,
  reversalOf,
  spa,
  toCome
} from "./tampering.ts"

const correction = (books: Recorded) =>
  found(books.walletEntries.find(({ correctionId, reservationId }) => correctionId !== null && reservationId !== null))

const granted = (books: Recorded) => found(books.walletEntries.find(({ id }) => id === emptied(books).sourceEntryId))

const isClaimOf = (of: (books: Recorded) => WalletEntry) => isThe((books) => claimOf(books, of(books)))

const isItemOf = (of: (books: Recorded) => WalletEntry) => isThe((books) => itemOf(books, of(books)))

/** An entry and its activity item of another stay, or of none. */
const relinking =
  (of: (books: Recorded) => WalletEntry, stayOf: (books: Recorded) => WalletEntry["reservationId"]) =>
  (books: Recorded): Recorded => {
    const { id } = of(books)
    const reservationId = stayOf(books)
    return {
      ...books,
      walletEntries: change(
        books.walletEntries,
        (row) => row.id === id,
        () => ({ reservationId })
      ),
      walletActivity: change(
        books.walletActivity,
        ({ entryId }) => entryId === id,
        () => ({ reservationId })
      )
    }
  }

/** Claims and stays of entries, and their owners. */
export const ofOwners: ReadonlyArray<Corruption> = [
  {
    title: "DOMAIN 4: a claim of another member than the one charged",
    check: "entry_owner",
    tamper: changing("fulfillments", isClaimOf(discount), () => ({ memberId: MemberId.make(702) })),
    finds: (books) => [`entry_owner entry:${discount(books).id}`]
  },
  {
    title: "DOMAIN 4.5: a refunded claim of another member than charge and refund",
    check: "entry_owner",
    tamper: changing("fulfillments", isClaimOf(breakfast), () => ({ memberId: MemberId.make(703) })),
    finds: (books) => [breakfast(books), reversalOf(books, breakfast(books))].map(({ id }) => `entry_owner entry:${id}`)
  },
  {
    title: "DOMAIN 4: a charge whose claim is missing",
    check: "entry_owner",
    tamper: removing("fulfillments", ({ id }, books) => id === discount(books).fulfillmentId),
    finds: (books) => [`entry_owner entry:${discount(books).id}`]
  },
  {
    title: "DOMAIN 5: a claim whose offer is missing",
    check: "claim_offer",
    tamper: removing("offers", ({ id }, books) => id === claimOf(books, discount(books)).offerId),
    finds: (books) => {
      const { offerId } = claimOf(books, discount(books))
      return books.fulfillments
        .filter((row) => row.offerId === offerId)
        .map(({ id }) => `claim_offer fulfillment:${id}`)
    }
  },
  {
    title: "MEM-048: a finalised stay of another member than the one credited",
    check: "entry_owner",
    tamper: changing("reservations", isThe(otherEarned), () => ({ memberId: MemberId.make(701) })),
    finds: (books) => [`entry_owner entry:${otherEarn(books).id}`]
  },
  {
    title: "MEM-048: an EARN entry whose stay is missing",
    check: "entry_owner",
    tamper: removing("reservations", ({ id }, books) => id === otherEarned(books).id),
    finds: (books) => [`entry_owner entry:${otherEarn(books).id}`]
  },
  {
    title: "DOMAIN 6.1: a correction in the wallet of another member than the stay's points",
    check: "stay_owner",
    tamper: relinking(granted, (books) => otherEarned(books).id),
    finds: (books) => [
      `entry_owner entry:${granted(books).id}`,
      ...["stay_owner", "stay_correction"].map((check) => `${check} reservation:${otherEarned(books).externalId}`)
    ]
  },
  {
    title: "DOMAIN 6.1: a correction that no longer belongs to its stay",
    check: "stay_correction",
    tamper: relinking(correction, () => null),
    finds: (books) => [`stay_correction reservation:${earned(books).externalId}`]
  }
]

/** The links and times of activity items. */
export const ofItems: ReadonlyArray<Corruption> = [
  {
    title: "DOMAIN 4.3: the pending spend of an open claim that does not belong to it",
    check: "activity_entry",
    tamper: changing("walletActivity", isItemOf(spa), () => ({ fulfillmentId: null })),
    finds: (books) => [`activity_entry activity:${itemOf(books, spa(books)).id}`]
  },
  {
    title: "DOMAIN 4.3: a completed earn of another stay than its entry",
    check: "activity_entry",
    tamper: changing("walletActivity", isItemOf(earn), (_, books) => ({ reservationId: otherEarned(books).id })),
    finds: (books) => [`activity_entry activity:${itemOf(books, earn(books)).id}`]
  },
  {
    title: "DOMAIN 4.3: an activity item of another time than its entry",
    check: "activity_entry",
    tamper: changing("walletActivity", isItemOf(gift), ({ createdAt }) => ({
      createdAt: DateTime.subtract(createdAt, { months: 1 })
    })),
    finds: (books) => [`activity_entry activity:${itemOf(books, gift(books)).id}`]
  },
  {
    title: "DOMAIN 4.3: a pending earn without a stay",
    check: "activity_entry",
    tamper: (books) => ({
      ...books,
      walletActivity: [...books.walletActivity, { ...toCome(books), id: "7PENDING", reservationId: null }]
    }),
    finds: () => lines("activity_entry activity:7PENDING")
  },
  {
    title: "MEM-047: two pending earns of a stay",
    check: "pending_earn",
    tamper: (books) => ({
      ...books,
      walletActivity: [...books.walletActivity, { ...toCome(books), id: "7PENDING" }]
    }),
    finds: (books) => [`pending_earn reservation:${toCome(books).sourceId}`]
  }
]
