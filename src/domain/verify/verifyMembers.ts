import { DateTime, Effect } from "effect"
import type { MemberId } from "../members/Member.ts"
import { type ChunkReader, chunkReader } from "./chunkReader.ts"
import type { Compare } from "./Finding.ts"
import { LedgerBooks } from "./LedgerBooks.ts"
import { verifyMember } from "./verifyMember.ts"

type Owned = { readonly memberId: MemberId }

const memberOf = (reader: ChunkReader<Owned>) => reader.head()?.memberId

/** The lower member id; undefined when neither reader has a row left. */
const lower = (a: MemberId | undefined, b: MemberId | undefined) =>
  a === undefined || (b !== undefined && b < a) ? b : a

const take = <A extends Owned>(reader: ChunkReader<A>, memberId: MemberId, verify: (row: A) => void): boolean => {
  const row = reader.head()
  if (row?.memberId !== memberId) return false
  verify(row)
  reader.next()
  return true
}

/**
 * Reads wallets, lots, entries and activity side by side, member by member, and checks them against each other.
 * `onProgress` receives the number of entries read. Returns the number of members and entries.
 */
export const verifyMembers = Effect.fnUntraced(function* (
  compare: Compare,
  onProgress: (entries: number) => Effect.Effect<void>
) {
  const books = yield* LedgerBooks
  const wallets = yield* chunkReader(books.wallets)
  const lots = yield* chunkReader(books.lots)
  const entries = yield* chunkReader(books.entries)
  const activities = yield* chunkReader(books.activities)
  const readers = [wallets, lots, entries, activities] as const
  let member: ReturnType<typeof verifyMember> | undefined
  let [memberCount, entryCount] = [0, 0]

  /** A lot comes before the entries that refer to it. */
  const isLotNext = (memberId: MemberId) => {
    const [lot, entry] = [lots.head(), entries.head()]
    if (lot?.memberId !== memberId) return false
    return entry?.memberId !== memberId || DateTime.isLessThanOrEqualTo(lot.createdAt, entry.createdAt)
  }

  const isActivityNext = (memberId: MemberId) => {
    const [item, entry] = [activities.head(), entries.head()]
    if (item?.memberId !== memberId) return false
    return entry?.memberId !== memberId || DateTime.isLessThan(item.createdAt, entry.createdAt)
  }

  const change = (memberId: MemberId) => {
    member?.end()
    memberCount += 1
    member = verifyMember(memberId, compare)
    return member
  }

  /** Verifies rows until a reader must be refilled; false at the end. */
  const proceed = (): boolean => {
    while (!readers.some((reader) => reader.isDry())) {
      const memberId = readers.map(memberOf).reduce(lower)
      if (memberId === undefined) return false
      const current = member?.memberId === memberId ? member : change(memberId)
      if (take(wallets, memberId, current.wallet)) continue
      if (isLotNext(memberId)) take(lots, memberId, current.lot)
      else if (isActivityNext(memberId)) take(activities, memberId, current.activity)
      else if (take(entries, memberId, current.entry)) entryCount += 1
    }
    return true
  }

  while (proceed()) {
    for (const reader of readers) if (reader.isDry()) yield* reader.fill
    yield* onProgress(entryCount)
  }
  member?.end()
  return { members: memberCount, entries: entryCount }
}, Effect.scoped)
