import type { FastifyInstance } from "fastify"
import { memberStatements } from "../../statements/memberStatements.ts"
import type { Database } from "../database.ts"
import { list, nullableText, record, text, whole } from "../wire.ts"
import { callerOf } from "./memberAccess.ts"
import { due } from "./due.ts"

interface EntryItem {
  readonly id: string
  readonly type: string
  readonly points: number
  readonly assetType: string
  readonly description: string
  /** Milliseconds. */
  readonly createdAt: number
  readonly metadata: object
}

interface WalletRow {
  readonly validBalance: number
  readonly creditBalance: number
  readonly hasDueLots: boolean
  readonly hasDueClaims: boolean
  readonly expiring: ReadonlyArray<{ readonly points: number; readonly expiresAt: number }>
  readonly pendingEarns: ReadonlyArray<unknown>
  readonly entries: ReadonlyArray<EntryItem>
}

const windowDays = 90
const day = 24 * 3_600_000

const wallet = record({
  balance: record({
    spendablePoints: whole,
    validBalance: whole,
    creditBalance: whole,
    pendingPoints: whole,
    expiringPoints: record({
      windowDays: whole,
      total: whole,
      nextExpirationDate: nullableText,
      items: list(record({ points: whole, expiresAt: text }))
    })
  }),
  transactions: list(
    record({
      id: text,
      type: text,
      points: whole,
      assetType: text,
      description: text,
      createdAt: text,
      metadata: { type: "object", additionalProperties: true }
    })
  )
})

const nothing: WalletRow = {
  validBalance: 0,
  creditBalance: 0,
  hasDueLots: false,
  hasDueClaims: false,
  expiring: [],
  pendingEarns: [],
  entries: []
}

const iso = (millis: number) => new Date(millis).toISOString()

/** Balance and transactions. Pending points of stays are not measured. */
export const walletRoutes = (app: FastifyInstance, database: Database) => {
  app.get<{ Querystring: { readonly limit: number; readonly offset: number } }>(
    "/me/wallet",
    {
      schema: {
        querystring: {
          type: "object",
          properties: {
            limit: { type: "integer", minimum: 1, default: 20 },
            offset: { type: "integer", minimum: 0, maximum: 1_000_000, default: 0 }
          }
        },
        response: { 200: wallet }
      }
    },
    async (request) => {
      const { id: memberId } = callerOf(request)
      const now = Date.now()
      const [row = nothing] = await database.rows<WalletRow>(undefined, memberStatements.wallet, {
        memberId,
        now: new Date(now),
        until: new Date(now + windowDays * day),
        limit: Math.min(request.query.limit, 100),
        offset: request.query.offset
      })
      if (row.hasDueClaims || row.hasDueLots || row.pendingEarns.length > 0) throw due()
      const items = row.expiring.map(({ expiresAt, points }) => ({ points, expiresAt: iso(expiresAt) }))
      return {
        balance: {
          spendablePoints: row.validBalance + row.creditBalance,
          validBalance: row.validBalance,
          creditBalance: row.creditBalance,
          pendingPoints: 0,
          expiringPoints: {
            windowDays,
            total: items.reduce((sum, { points }) => sum + points, 0),
            nextExpirationDate: items[0]?.expiresAt ?? null,
            items
          }
        },
        transactions: row.entries.map((entry) => ({ ...entry, createdAt: iso(entry.createdAt) }))
      }
    }
  )
}
