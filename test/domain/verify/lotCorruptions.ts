import type { Recorded } from "../../support/history/recordedBooks.ts"
import {
  breakfast,
  change,
  changing,
  charged,
  claimOf,
  type Corruption,
  discount,
  earn,
  emptied,
  found,
  gift,
  giftLot,
  isThe,
  itemOf,
  later,
  lines,
  lotOf,
  ofCredit,
  otherEarn,
  removing,
  reversalOf,
  spa,
  toCome
} from "./tampering.ts"

const moved = (books: Recorded, by: ReadonlyArray<number>) =>
  spa(books).movements.map((movement, place) => ({ ...movement, points: movement.points + (by[place] ?? 0) }))

/** An entry of points that expired, and their lot. */
const expired = (books: Recorded) => found(books.walletEntries.find(({ type }) => type === "EXPIRE"))
const expiredLot = (books: Recorded) =>
  found(books.walletLots.find(({ id }) => id === expired(books).movements[0]?.lotId))

const refundOfBreakfast = (books: Recorded) => reversalOf(books, breakfast(books))

/** Lots and the entries that move them. */
export const ofLots: ReadonlyArray<Corruption> = [
  {
    title: "DOMAIN 4: an entry that moves a missing lot",
    check: "movement_lot",
    tamper: changing("walletEntries", isThe(discount), ({ movements }) => ({
      movements: movements.map((movement) => ({ ...movement, lotId: "none" }))
    })),
    finds: (books) => [
      `movement_lot entry:${discount(books).id}`,
      `lot_order entry:${ofCredit(books).id}`,
      `lot_remaining lot:${charged(books).id}`
    ]
  },
  {
    title: "MEM-080: an entry that moves a lot of the other asset",
    check: "movement_asset",
    tamper: changing("walletLots", isThe(giftLot), () => ({ asset: "CREDIT" as const })),
    finds: (books) => [
      `movement_asset entry:${gift(books).id}`,
      `lot_expiry lot:${giftLot(books).id}`,
      ...lines("lots member:702 VALID", "lots member:702 CREDIT")
    ]
  },
  {
    title: "DOMAIN 4: a lot whose source is another entry",
    check: "lot_source",
    tamper: changing("walletLots", isThe(giftLot), (_, books) => ({ sourceEntryId: discount(books).id })),
    finds: (books) => [`lot_source lot:${giftLot(books).id}`]
  },
  {
    title: "DOMAIN 4: a lot that no entry created",
    check: "lot_source",
    tamper: (books) => ({
      ...books,
      walletLots: [...books.walletLots, { ...giftLot(books), id: "unmade", original: 10, remaining: 0 }]
    }),
    finds: () => lines("lot_source lot:unmade")
  },
  {
    title: "DOMAIN 4: a lot whose original is more than was credited",
    check: "lot_original",
    tamper: changing("walletLots", isThe(giftLot), () => ({ original: 201 })),
    finds: (books) => [`lot_original lot:${giftLot(books).id}`]
  },
  {
    title: "DOMAIN 4: a charge that took more from a lot than it held",
    check: "lot_bounds",
    tamper: changing("walletEntries", isThe(spa), (_, books) => ({ movements: moved(books, [-1, 1]) })),
    finds: (books) => [
      // It stays negative, as nothing else moves it.
      `lot_bounds lot:${emptied(books).id}`,
      `lot_order entry:${ofCredit(books).id}`,
      ...[emptied, charged].map((of) => `lot_remaining lot:${of(books).id}`)
    ]
  },
  {
    title: "DOMAIN 4: a lot that holds more than its original",
    check: "lot_bounds",
    tamper: changing("walletEntries", isThe(gift), ({ movements }) => ({
      movements: movements.flatMap(({ lotId, points }) => [
        { lotId, points },
        { lotId, points: 1 },
        { lotId, points: -1 }
      ])
    })),
    finds: (books) => [`entry_movements entry:${gift(books).id}`, `lot_bounds lot:${giftLot(books).id}`]
  },
  {
    title: "DOMAIN 4.1: a charge of a lot that had ended",
    check: "lot_end",
    tamper: changing("walletLots", isThe(emptied), ({ createdAt }) => ({ expiresAt: createdAt })),
    finds: (books) => [`lot_end entry:${spa(books).id}`, `lot_order entry:${spa(books).id}`]
  },
  {
    title: "DOMAIN 4.1: a charge of a lot although another ends before it",
    check: "lot_order",
    tamper: changing("walletLots", isThe(emptied), (_, books) => ({ expiresAt: later(charged(books).expiresAt) })),
    finds: (books) => [`lot_order entry:${spa(books).id}`]
  },
  {
    title: "DOMAIN 4.1: points that expired before their lot had ended",
    check: "lot_end",
    tamper: changing("walletLots", isThe(expiredLot), ({ expiresAt }) => ({ expiresAt: later(expiresAt, 1e12) })),
    finds: (books) => [`lot_end entry:${expired(books).id}`]
  },
  {
    title: "MEM-099: VALID points that never expire",
    check: "lot_expiry",
    tamper: changing("walletLots", isThe(giftLot), () => ({ expiresAt: null })),
    finds: (books) => lines(`lot_expiry lot:${giftLot(books).id}`, "next_expiry member:702")
  },
  {
    title: "DOMAIN 4.1: a refund to another lot than the one charged",
    check: "entry_reversal",
    tamper: (books) => {
      const to = emptied(books).id
      return changing("walletEntries", isThe(refundOfBreakfast), ({ movements }) => ({
        movements: movements.map(({ points }) => ({ lotId: to, points }))
      }))(books)
    },
    finds: (books) => [
      `entry_reversal entry:${refundOfBreakfast(books).id}`,
      ...[emptied, charged].map((of) => `lot_remaining lot:${of(books).id}`)
    ]
  },
  {
    title: "DOMAIN 4.3: points in another lot of the asset than the entries say",
    check: "lot_remaining",
    tamper: (books) => {
      const [first, other] = [lotOf(books, earn(books)), lotOf(books, otherEarn(books))]
      const shift = (id: string, by: number) => (rows: Recorded["walletLots"]) =>
        change(
          rows,
          (row) => row.id === id,
          ({ original, remaining }) => ({ remaining: remaining + by, original })
        )
      return { ...books, walletLots: shift(other.id, 1)(shift(first.id, -1)(books.walletLots)) }
    },
    finds: (books) => [earn, otherEarn].map((of) => `lot_remaining lot:${lotOf(books, of(books)).id}`)
  }
]

/** Activity items, which members see. */
export const ofActivity: ReadonlyArray<Corruption> = [
  {
    title: "MEM-098: an activity item of another kind than its entry",
    check: "activity_entry",
    tamper: changing(
      "walletActivity",
      isThe((books) => itemOf(books, gift(books))),
      () => ({ type: "adjustment" as const })
    ),
    finds: (books) => [`activity_entry activity:${itemOf(books, gift(books)).id}`]
  },
  {
    title: "DOMAIN 4: an entry without an activity item",
    check: "activity_entry",
    tamper: removing("walletActivity", ({ entryId }, books) => entryId === gift(books).id),
    finds: (books) => [`activity_entry entry:${gift(books).id}`, "activity_sum member:702", "activity_count member:702"]
  },
  {
    title: "DOMAIN 4.3: activity that does not add up to the spendable points",
    check: "activity_sum",
    tamper: changing(
      "walletActivity",
      isThe((books) => itemOf(books, gift(books))),
      () => ({ amount: 199 })
    ),
    finds: (books) => [`activity_entry activity:${itemOf(books, gift(books)).id}`, "activity_sum member:702"]
  },
  {
    title: "DOMAIN 4.3: a completed earn without an entry",
    check: "activity_sum",
    tamper: changing("walletActivity", isThe(toCome), () => ({ status: "completed" as const, amount: 250 })),
    finds: (books) => [
      `activity_entry activity:${toCome(books).id}`,
      ...lines(
        "activity_sum member:703",
        "activity_count member:703",
        `pending_earn reservation:${toCome(books).sourceId}`
      )
    ]
  },
  {
    title: "DOMAIN 4.3: a pending spend of a claim that has ended",
    check: "spend_status",
    tamper: changing(
      "walletActivity",
      isThe((books) => itemOf(books, discount(books))),
      () => ({ status: "pending" as const })
    ),
    finds: (books) => [`spend_status fulfillment:${claimOf(books, discount(books)).id}`]
  },
  {
    title: "DOMAIN 4.3: a completed spend of an open claim",
    check: "spend_status",
    tamper: changing(
      "walletActivity",
      isThe((books) => itemOf(books, spa(books))),
      () => ({ status: "completed" as const })
    ),
    finds: (books) => [`spend_status fulfillment:${claimOf(books, spa(books)).id}`]
  }
]
