import type { Asset } from "../wallet/Wallet.ts"
import type { Compare } from "./Finding.ts"
import type { BookedTransfer } from "./LedgerBooks.ts"

const assets: ReadonlyArray<Asset> = ["VALID", "CREDIT"]

const describe = (from: number | undefined, to: number | undefined, points: number) =>
  points === 0 ? "nothing" : `${points} from ${from} to ${to}`

/**
 * Checks that a transfer debits one member by what it credits to the other, per asset, as stated in its row (DOMAIN 4).
 */
export const verifyTransfer = ({ gifts, id, row }: BookedTransfer, compare: Compare) => {
  const subject = `transfer:${id}`
  for (const asset of assets) {
    const sum = gifts.reduce((total, gift) => (gift.asset === asset ? total + gift.points : total), 0)
    compare("transfer_sum", `${subject} ${asset}`, 0, sum)
  }
  const received = gifts.filter(({ points }) => points > 0)
  const points = received.reduce((total, gift) => total + gift.points, 0)
  const from = gifts.find((gift) => gift.points < 0)?.memberId
  const expected = row === null ? "a transfer" : describe(row.fromMember, row.toMember, row.points)
  compare("transfer_points", subject, expected, describe(from, received[0]?.memberId, points))
}
