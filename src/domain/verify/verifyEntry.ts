import type { MemberId } from "../members/Member.ts"
import type { EntryType } from "../wallet/Wallet.ts"
import type { Compare } from "./Finding.ts"
import type { BookedEntry } from "./LedgerBooks.ts"

/** The only sign, and the only asset, that an entry type allows; a type that is not listed allows both. */
const signs: Partial<Record<EntryType, string>> = { EARN: "credit", SPEND: "debit", EXPIRE: "debit" }
const assets: Partial<Record<EntryType, string>> = { EARN: "VALID" }

/** What an entry of each type may refer to: a correction to a stay, a refund to its claim (DOMAIN 4). */
const ownersOf = ({ reservationId, reversesEntryId, type }: BookedEntry): ReadonlyArray<string> => {
  if (type === "EARN") return ["stay"]
  if (type === "SPEND") return ["claim"]
  if (type === "GIFT") return ["transfer"]
  if (type === "EXPIRE") return []
  if (reversesEntryId !== null) return ["claim", "charge"]
  return reservationId === null ? ["correction"] : ["stay", "correction"]
}

const namedBy = ({ correctionId, fulfillmentId, reservationId, reversesEntryId, transferId }: BookedEntry) =>
  [
    fulfillmentId === null ? [] : ["claim"],
    reservationId === null ? [] : ["stay"],
    transferId === null ? [] : ["transfer"],
    correctionId === null ? [] : ["correction"],
    reversesEntryId === null ? [] : ["charge"]
  ].flat()

const describe = (type: EntryType, sign: string, asset: string, owners: ReadonlyArray<string>) =>
  `${type} ${sign} ${asset} for ${owners.length === 0 ? "nothing" : owners.join(" and ")}`

/** Checks the sign, the asset and the references that each entry type requires (DOMAIN 4, 4.1). */
const verifyType = (compare: Compare, entry: BookedEntry) => {
  const { asset, id, points, type } = entry
  const subject = `entry:${id}`
  if (points === 0) return compare("entry_type", subject, "points", 0)
  const sign = points > 0 ? "credit" : "debit"
  const expected = describe(type, signs[type] ?? sign, assets[type] ?? asset, ownersOf(entry))
  compare("entry_type", subject, expected, describe(type, sign, asset, namedBy(entry)))
}

/**
 * Checks that the claim or stay of an entry is there and belongs to the entry's member, both after merges: history
 * stays with the merged account, and a refund goes to the claim's current member (DOMAIN 4.5).
 */
const verifyOwner = (
  compare: Compare,
  { claim, fulfillmentId, id, reservationId, stay }: BookedEntry,
  owner: MemberId
) => {
  const subject = `entry:${id}`
  const check = (of: string, found: BookedEntry["claim"]) => {
    if (found === null) return compare("entry_owner", subject, of, "missing")
    compare("entry_owner", subject, `${of} of member ${owner}`, `${of} of member ${found.ownerId ?? owner}`)
  }
  if (fulfillmentId !== null) check(`claim ${fulfillmentId}`, claim)
  if (reservationId !== null) check(`stay ${reservationId}`, stay)
}

const chargeText = ({
  asset,
  fulfillmentId,
  points,
  type
}: Pick<BookedEntry, "asset" | "fulfillmentId" | "points" | "type">) => `${type} ${points} ${asset} of ${fulfillmentId}`

/** Checks that a reversal refunds one whole charge of the same claim, in the same asset (MEM-080). */
const verifyReversal = (
  compare: Compare,
  { asset, fulfillmentId, id, points, reversed, reversesEntryId }: BookedEntry
) => {
  if (reversesEntryId === null) return
  const charge = chargeText({ type: "SPEND", points: -points, asset, fulfillmentId })
  compare("entry_reversal", `entry:${id}`, charge, reversed === null ? "none" : chargeText(reversed))
}

/** Checks an entry by itself, and against what it names; `owner` is its member after merges. */
export const verifyEntry = (entry: BookedEntry, owner: MemberId, compare: Compare) => {
  verifyType(compare, entry)
  verifyOwner(compare, entry, owner)
  verifyReversal(compare, entry)
}
