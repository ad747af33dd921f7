import { assert } from "@effect/vitest"
import { DateTime } from "effect"
import type { Fulfillment } from "../../../src/domain/fulfillments/Fulfillment.ts"
import type { Check } from "../../../src/domain/verify/Finding.ts"
import type { WalletEntry } from "../../../src/domain/wallet/Wallet.ts"
import type { Recorded } from "../../support/history/recordedBooks.ts"

/** A change of the books that no operation makes, and all of its findings. */
export interface Corruption {
  readonly title: string
  /** The kind of finding that it is about; others may follow from it. */
  readonly check: Check
  readonly tamper: (books: Recorded) => Recorded
  readonly finds: (books: Recorded) => ReadonlyArray<string>
  readonly only?: "sql"
}

export const found = <A>(row: A | undefined): A => row ?? assert.fail("no such row")

/** The rows, with the first that matches `is` changed. */
export const change = <A>(
  rows: ReadonlyArray<A>,
  is: (row: A) => boolean,
  patch: (row: A) => Partial<A>
): ReadonlyArray<A> => {
  const one = found(rows.find(is))
  return rows.map((row) => (row === one ? { ...row, ...patch(row) } : row))
}

export type Rows<Name extends keyof Recorded> = Recorded[Name][number]

export const changing =
  <Name extends keyof Recorded>(
    name: Name,
    is: (row: Rows<Name>, books: Recorded) => boolean,
    patch: (row: Rows<Name>, books: Recorded) => Partial<Rows<Name>>
  ) =>
  (books: Recorded): Recorded => {
    const rows: ReadonlyArray<Rows<Name>> = books[name]
    return {
      ...books,
      [name]: change(
        rows,
        (row) => is(row, books),
        (row) => patch(row, books)
      )
    }
  }

/** The books without one row of a table. */
export const removing =
  <Name extends keyof Recorded>(name: Name, is: (row: Rows<Name>, books: Recorded) => boolean) =>
  (books: Recorded): Recorded => {
    const rows: ReadonlyArray<Rows<Name>> = books[name]
    const one = found(rows.find((row) => is(row, books)))
    return { ...books, [name]: rows.filter((row) => row !== one) }
  }

export const entry = (books: Recorded, memberId: number, type: WalletEntry["type"], points: number) =>
  found(books.walletEntries.find((row) => row.memberId === memberId && row.type === type && row.points === points))

export const lotOf = (books: Recorded, source: WalletEntry) =>
  found(books.walletLots.find(({ sourceEntryId }) => sourceEntryId === source.id))

export const itemOf = (books: Recorded, of: WalletEntry) =>
  found(books.walletActivity.find(({ entryId }) => entryId === of.id))

export const claimOf = (books: Recorded, of: WalletEntry): Fulfillment =>
  found(books.fulfillments.find(({ id }) => id === of.fulfillmentId))

export const reversalOf = (books: Recorded, of: WalletEntry) =>
  found(books.walletEntries.find(({ reversesEntryId }) => reversesEntryId === of.id))

/** Of member 701: a lot that a charge emptied, another lot of that charge, and the charge. */
export const emptied = (books: Recorded) => lotOf(books, entry(books, 701, "ADJUST", 400))
export const charged = (books: Recorded) => lotOf(books, entry(books, 701, "ADJUST", 700))
export const spa = (books: Recorded) =>
  found(books.walletEntries.find(({ movements, points }) => points === -450 && movements.length === 2))
/** Of member 701: a charge that was refunded, and one that was not. */
export const breakfast = (books: Recorded) => entry(books, 701, "SPEND", -300)
export const discount = (books: Recorded) => entry(books, 701, "SPEND", -130)
/** Of member 701: a charge of CREDIT, when no other points were left. */
export const ofCredit = (books: Recorded) => entry(books, 701, "SPEND", -230)
/** Of member 702: points and CREDIT that came with a merge, in lots that nothing was taken from. */
export const gift = (books: Recorded) => entry(books, 702, "GIFT", 200)
export const giftLot = (books: Recorded) => lotOf(books, gift(books))
/** Of member 703: two finalised stays with their entries, and the pending earn of a stay to come. */
export const earn = (books: Recorded) => entry(books, 703, "EARN", 625)
export const earned = (books: Recorded) => found(books.reservations.find(({ id }) => id === earn(books).reservationId))
export const otherEarn = (books: Recorded) => entry(books, 703, "EARN", 375)
export const otherEarned = (books: Recorded) =>
  found(books.reservations.find(({ id }) => id === otherEarn(books).reservationId))
export const toCome = (books: Recorded) =>
  found(books.walletActivity.find(({ status, type }) => type === "earn" && status === "pending"))

export const transferOf = (books: Recorded) => `transfer:${found(books.transfers[0]).id}`

export const isThe =
  <A extends { readonly id: unknown }>(which: (books: Recorded) => A) =>
  (row: A, books: Recorded) =>
    row.id === which(books).id

export const isWalletOf = (memberId: number) => (row: Rows<"wallets">) => row.memberId === memberId

export const wallet = (patch: (row: Rows<"wallets">) => Partial<Rows<"wallets">>) =>
  changing("wallets", isWalletOf(703), (row) => patch(row))

export const later = (moment: DateTime.Utc | null, milliseconds = 1) =>
  moment === null ? null : DateTime.add(moment, { milliseconds })

export const lines = (...all: ReadonlyArray<string>) => all
