import type { WalletEntry } from "../../../src/domain/wallet/Wallet.ts"
import {
  breakfast,
  change,
  changing,
  charged,
  claimOf,
  type Corruption,
  discount,
  entry,
  found,
  gift,
  giftLot,
  isThe,
  isWalletOf,
  itemOf,
  later,
  lines,
  otherEarn,
  removing,
  reversalOf,
  transferOf,
  wallet
} from "./tampering.ts"

/** A wallet's totals of its rows. */
export const ofWallets: ReadonlyArray<Corruption> = [
  {
    title: "DOMAIN 4: a member with points and no wallet",
    check: "wallet",
    tamper: removing("wallets", isWalletOf(703)),
    finds: () => lines("wallet member:703")
  },
  {
    title: "DOMAIN 4.3: a balance of an asset that is not the sum of its entries",
    check: "balance",
    tamper: wallet(({ creditBalance, validBalance }) => ({
      validBalance: validBalance - 5,
      creditBalance: creditBalance + 5
    })),
    finds: () => lines("balance member:703 VALID", "balance member:703 CREDIT")
  },
  {
    title: "MEM-101: a wallet with a wrong entryCount",
    check: "entry_count",
    tamper: wallet(({ entryCount }) => ({ entryCount: entryCount + 1 })),
    finds: () => lines("entry_count member:703")
  },
  {
    title: "MEM-095: a wallet with a wrong activityCount",
    check: "activity_count",
    tamper: wallet(({ activityCount }) => ({ activityCount: activityCount - 1 })),
    finds: () => lines("activity_count member:703")
  },
  {
    title: "MEM-092: a wallet with a wrong nextExpiryAt",
    check: "next_expiry",
    tamper: wallet(({ nextExpiryAt }) => ({ nextExpiryAt: later(nextExpiryAt) })),
    finds: () => lines("next_expiry member:703")
  },
  {
    title: "DOMAIN 4: a wallet with a wrong movedAt",
    check: "moved_at",
    tamper: wallet(({ movedAt }) => ({ movedAt: later(movedAt) })),
    finds: () => lines("moved_at member:703")
  },
  {
    title: "DOMAIN 4.3: lots of an asset that hold more than its entries say",
    check: "lots",
    tamper: changing("walletLots", isThe(giftLot), () => ({ remaining: 201 })),
    finds: (books) => lines("lots member:702 VALID", `lot_remaining lot:${giftLot(books).id}`)
  }
]

/** Entries, refunds and transfers. */
export const ofEntries: ReadonlyArray<Corruption> = [
  {
    title: "DOMAIN 4: a spend that belongs to no claim",
    check: "entry_type",
    tamper: changing("walletEntries", isThe(discount), () => ({ fulfillmentId: null })),
    finds: (books) => [
      `entry_type entry:${discount(books).id}`,
      `charge fulfillment:${claimOf(books, discount(books)).id}`,
      `activity_entry activity:${itemOf(books, discount(books)).id}`
    ]
  },
  {
    title: "DOMAIN 4.1: an EARN entry of CREDIT",
    check: "entry_type",
    tamper: (books) => {
      const { id, points } = otherEarn(books)
      return {
        ...books,
        walletEntries: change(
          books.walletEntries,
          (row) => row.id === id,
          () => ({ asset: "CREDIT" })
        ),
        walletActivity: change(
          books.walletActivity,
          ({ entryId }) => entryId === id,
          () => ({ asset: "CREDIT" })
        ),
        walletLots: change(
          books.walletLots,
          ({ sourceEntryId }) => sourceEntryId === id,
          () => ({ asset: "CREDIT", expiresAt: null })
        ),
        wallets: change(books.wallets, isWalletOf(703), ({ creditBalance, validBalance }) => ({
          validBalance: validBalance - points,
          creditBalance: creditBalance + points
        }))
      }
    },
    finds: (books) => [`entry_type entry:${otherEarn(books).id}`]
  },
  {
    title: "DOMAIN 4: points given for nothing",
    check: "entry_type",
    tamper: changing(
      "walletEntries",
      isThe((books) => entry(books, 701, "ADJUST", 400)),
      () => ({ correctionId: null })
    ),
    finds: (books) => [`entry_type entry:${entry(books, 701, "ADJUST", 400).id}`]
  },
  {
    title: "DOMAIN 4: an entry whose points differ from its movements",
    check: "entry_movements",
    tamper: changing("walletEntries", isThe(gift), () => ({ points: 205 })),
    finds: (books) => [
      `entry_movements entry:${gift(books).id}`,
      `activity_entry activity:${itemOf(books, gift(books)).id}`,
      "balance member:702 VALID",
      "lots member:702 VALID",
      "activity_sum member:702",
      `transfer_sum ${transferOf(books)} VALID`,
      `transfer_points ${transferOf(books)}`
    ]
  },
  {
    title: "DOMAIN 4: entries of two moves at the same time",
    check: "entry_order",
    tamper: changing("walletEntries", isThe(discount), (_, books) => ({ createdAt: breakfast(books).createdAt })),
    finds: (books) => [
      `entry_order entry:${[breakfast(books).id, discount(books).id].toSorted()[1]}`,
      `activity_entry activity:${itemOf(books, discount(books)).id}`
    ]
  },
  {
    title: "MEM-080: a refund that reverses nothing",
    check: "entry_type",
    tamper: changing(
      "walletEntries",
      isThe((books) => reversalOf(books, breakfast(books))),
      () => ({
        reversesEntryId: null
      })
    ),
    finds: (books) => [
      `entry_type entry:${reversalOf(books, breakfast(books)).id}`,
      `lot_source lot:${charged(books).id}`,
      `refund fulfillment:${claimOf(books, breakfast(books)).id}`
    ]
  },
  {
    title: "MEM-080: a refund that reverses the charge of another claim",
    check: "entry_reversal",
    tamper: changing(
      "walletEntries",
      isThe((books) => reversalOf(books, breakfast(books))),
      (_, books) => ({
        reversesEntryId: discount(books).id
      })
    ),
    finds: (books) => [
      `entry_reversal entry:${reversalOf(books, breakfast(books)).id}`,
      ...[breakfast, discount].map((of) => `refund fulfillment:${claimOf(books, of(books)).id}`)
    ]
  },
  {
    title: "MEM-080: a charge that was refunded twice",
    check: "refund",
    tamper: (books) => {
      const refund = reversalOf(books, breakfast(books))
      const last = found(books.wallets.find(isWalletOf(701)))
      const createdAt = later(last.movedAt) ?? refund.createdAt
      const again: WalletEntry = {
        ...refund,
        id: "7AGAIN",
        groupId: "7AGAIN",
        createdAt,
        movements: [{ lotId: "7AGAIN", points: refund.points }]
      }
      const lot = { ...charged(books), id: "7AGAIN", original: 300, remaining: 300, sourceEntryId: again.id, createdAt }
      return {
        ...books,
        walletEntries: [...books.walletEntries, again],
        walletLots: [...books.walletLots, lot],
        walletActivity: [
          ...books.walletActivity,
          { ...itemOf(books, refund), id: "7AGAIN", entryId: "7AGAIN", createdAt }
        ],
        wallets: change(books.wallets, isWalletOf(701), (row) => ({
          validBalance: row.validBalance + 300,
          movedAt: createdAt,
          entryCount: row.entryCount + 1,
          activityCount: row.activityCount + 1
        }))
      }
    },
    finds: (books) => ["entry_reversal entry:7AGAIN", `refund fulfillment:${claimOf(books, breakfast(books)).id}`]
  },
  {
    title: "DOMAIN 4: a transfer whose entries do not add up to 0",
    check: "transfer_sum",
    tamper: changing("walletEntries", isThe(gift), () => ({ transferId: "another" })),
    finds: (books) =>
      [transferOf(books), "transfer:another"].flatMap((of) => [`transfer_sum ${of} VALID`, `transfer_points ${of}`])
  },
  {
    title: "DOMAIN 4.5: a transfer whose points differ from its entries",
    check: "transfer_points",
    tamper: changing(
      "transfers",
      () => true,
      ({ points }) => ({ points: points + 1 })
    ),
    finds: (books) => [`transfer_points ${transferOf(books)}`]
  },
  {
    title: "DOMAIN 4.5: entries of a transfer without a row",
    check: "transfer_points",
    tamper: (books) => ({ ...books, transfers: [] }),
    finds: (books) => [`transfer_points ${transferOf(books)}`]
  }
]
