import type { PoolClient } from "pg"
import { memberStatements } from "../../statements/memberStatements.ts"
import type { Database } from "../database.ts"
import { Problem } from "../Problem.ts"
import { due } from "./due.ts"
import { ulid } from "../ids.ts"

type Asset = "VALID" | "CREDIT"

interface Lot {
  readonly id: string
  readonly memberId: number
  readonly asset: Asset
  readonly original: number
  readonly remaining: number
  readonly expiresAt: Date | null
  readonly sourceEntryId: string
  readonly createdAt: Date
}

type LockedRow = Omit<Lot, "id" | "memberId"> & {
  readonly id: string | null
  readonly movedAt: Date | null
  readonly isClosed: boolean
}

/** A locked wallet: its open lots, VALID by expiry first, CREDIT last. */
interface Locked {
  readonly isClosed: boolean
  readonly lots: ReadonlyArray<Lot>
  readonly at: Date
}

interface Movement {
  readonly lotId: string
  readonly points: number
}

interface ChargeRow {
  readonly id: string
  readonly asset: Asset
  readonly points: number
  readonly description: string
  readonly movements: ReadonlyArray<Movement>
  /** From JSON, so times are text. */
  readonly lots: ReadonlyArray<
    Omit<Lot, "expiresAt" | "createdAt"> & { readonly expiresAt: string | null; readonly createdAt: string }
  >
}

interface NewEntry {
  readonly type: "SPEND" | "ADJUST"
  readonly asset: Asset
  readonly description: string
  readonly sourceId: string
  readonly reversesEntryId: string | null
  readonly metadata: object
  readonly movements: ReadonlyArray<Movement>
}

/** The entries and lots that a charge or refund changes. */
interface Change {
  readonly memberId: number
  readonly fulfillmentId: string
  readonly entries: ReadonlyArray<NewEntry>
  /** The lots after the change. */
  readonly lots: ReadonlyArray<Lot>
}

const lock = async (database: Database, client: PoolClient, memberId: number): Promise<Locked> => {
  const rows = await database.rows<LockedRow>(client, memberStatements.lockWallet, { memberId })
  const movedAt = rows[0]?.movedAt?.getTime() ?? 0
  const at = new Date(Math.max(Date.now(), movedAt + 1))
  const lots = rows.flatMap(({ isClosed: _closed, movedAt: _moved, ...row }): ReadonlyArray<Lot> => {
    const { id } = row
    return id === null ? [] : [{ ...row, id, memberId }]
  })
  if (lots.some(({ expiresAt }) => expiresAt !== null && expiresAt <= at)) throw due()
  return { isClosed: rows[0]?.isClosed === true, lots, at }
}

const sumOf = (movements: ReadonlyArray<Movement>) => movements.reduce((sum, { points }) => sum + points, 0)

/** The parameters of the statement that writes a change with its activity. */
const written = ({ at, lots: before }: Locked, { entries: added, fulfillmentId, lots, memberId }: Change) => {
  const groupId = ulid(at.getTime())
  const entries = added.map((entry) => ({
    ...entry,
    id: ulid(at.getTime()),
    memberId,
    groupId,
    points: sumOf(entry.movements),
    sourceType: "offer",
    fulfillmentId,
    createdAt: at
  }))
  const activities = entries.map(({ asset, createdAt, description, id, points, sourceId, sourceType, type }) => ({
    id: ulid(at.getTime()),
    memberId,
    type: type === "SPEND" ? "spend" : "adjustment",
    amount: points,
    asset,
    status: type === "SPEND" ? "pending" : "completed",
    description,
    sourceType,
    sourceId,
    entryId: id,
    fulfillmentId,
    createdAt
  }))
  const changed = new Map(lots.map((lot) => [lot.id, lot]))
  const after = [...before.filter(({ id }) => !changed.has(id)), ...lots]
  const ends = after.flatMap(({ expiresAt, remaining }) => (remaining > 0 && expiresAt !== null ? [expiresAt] : []))
  const sumOfAsset = (of: Asset) => entries.reduce((sum, { asset, points }) => (asset === of ? sum + points : sum), 0)
  return {
    memberId,
    at,
    entries: JSON.stringify(entries),
    lots: JSON.stringify(lots),
    activities: JSON.stringify(activities),
    valid: sumOfAsset("VALID"),
    credit: sumOfAsset("CREDIT"),
    nextExpiryAt: ends.length === 0 ? null : ends.reduce((first, end) => (end < first ? end : first)),
    entryCount: entries.length,
    activityCount: activities.length
  }
}

const assets: ReadonlyArray<Asset> = ["VALID", "CREDIT"]

export interface Charge {
  readonly memberId: number
  readonly points: number
  readonly fulfillmentId: string
  readonly offerId: string
  readonly offerName: string
}

/** Charges a claim to the lots in order and returns the points charged per asset. */
export const charge = async (database: Database, client: PoolClient, claim: Charge) => {
  const { fulfillmentId, memberId, offerId, offerName, points } = claim
  const locked = await lock(database, client, memberId)
  if (locked.isClosed) throw new Problem(401, "invalid_access_token", "The account is closed")
  const spendable = locked.lots.reduce((sum, { remaining }) => sum + remaining, 0)
  if (spendable < points) throw new Problem(409, "insufficient_points", "The points do not suffice")
  const taken: Array<{ readonly lot: Lot; readonly points: number }> = []
  let left = points
  for (const lot of locked.lots) {
    if (left === 0) break
    const some = Math.min(lot.remaining, left)
    taken.push({ lot, points: some })
    left -= some
  }
  const entries = assets.flatMap((asset): ReadonlyArray<NewEntry> => {
    const movements = taken.flatMap((each) =>
      each.lot.asset === asset ? [{ lotId: each.lot.id, points: -each.points }] : []
    )
    if (movements.length === 0) return []
    return [
      {
        type: "SPEND",
        asset,
        description: offerName,
        sourceId: offerId,
        reversesEntryId: null,
        metadata: {},
        movements
      }
    ]
  })
  const lots = taken.map((each) => ({ ...each.lot, remaining: each.lot.remaining - each.points }))
  const change = written(locked, { memberId, fulfillmentId, entries, lots })
  await database.rows(client, memberStatements.charge, change)
  return entries.map(({ asset, movements }) => ({ assetType: asset, points: -sumOf(movements) }))
}

/** Refunds a charge in full to the lots that it came from, none of which has expired. */
export const refund = async (database: Database, client: PoolClient, memberId: number, fulfillmentId: string) => {
  const locked = await lock(database, client, memberId)
  const rows = await database.rows<ChargeRow>(client, memberStatements.charges, { fulfillmentId })
  const lots = new Map<string, Lot>()
  for (const { lots: charged } of rows) {
    for (const { createdAt, expiresAt, ...lot } of charged) {
      const end = expiresAt === null ? null : new Date(expiresAt)
      if (lot.memberId !== memberId || (end !== null && end <= locked.at)) throw due()
      lots.set(lot.id, { ...lot, expiresAt: end, createdAt: new Date(createdAt) })
    }
  }
  const entries = rows.map((row): NewEntry => {
    for (const { lotId, points } of row.movements) {
      const lot = lots.get(lotId)
      if (lot !== undefined) lots.set(lotId, { ...lot, remaining: lot.remaining - points })
    }
    return {
      type: "ADJUST",
      asset: row.asset,
      description: `Refund: ${row.description}`,
      sourceId: fulfillmentId,
      reversesEntryId: row.id,
      metadata: { direction: "CREDIT", reason: "refund" },
      movements: row.movements.map(({ lotId, points }) => ({ lotId, points: -points }))
    }
  })
  const change = written(locked, { memberId, fulfillmentId, entries, lots: [...lots.values()] })
  await database.rows(client, memberStatements.refund, { ...change, settles: fulfillmentId })
}
