import type { FastifyInstance } from "fastify"
import { classifyCodes } from "../../src/domain/codePools/classifyCodes.ts"
import { poolStatements } from "../statements/poolStatements.ts"
import { statements } from "../statements/statements.ts"
import type { Database } from "./database.ts"
import { leased, requireKey } from "./leased.ts"
import { due } from "./member/due.ts"
import { uuidV7 } from "./ids.ts"
import { actorOf, organizationOf } from "./partnerParts.ts"
import { Problem } from "./Problem.ts"
import { vault } from "./vault.ts"
import { flag, list, nullable, nullableTime, record, text, time, whole } from "./wire.ts"

interface PoolRow {
  readonly id: number
  readonly xid: string
  readonly name: string
  readonly status: string
  readonly lowStockThreshold: number | null
  readonly lowStockSince: Date | null
  readonly expiresAt: Date | null
  readonly updatedAt: Date
}

interface PoolRecord extends PoolRow {
  readonly offerXid: string
  readonly available: number
  readonly assigned: number
  readonly redeemed: number
  readonly void: number
}

interface Added {
  readonly valueHash: string
}

interface Upload {
  readonly codes: ReadonlyArray<string>
}

const uploadBytes = 4_194_304
const codesPerTurn = 100

const schema = {
  params: {
    type: "object",
    properties: { poolId: { type: "string", minLength: 1, maxLength: 180, pattern: "^[\\x21-\\x7e]+$" } }
  },
  body: {
    type: "object",
    additionalProperties: false,
    required: ["codes"],
    properties: {
      codes: { type: "array", minItems: 1, maxItems: 5000, items: { type: "string", maxLength: 1000 } }
    }
  },
  response: {
    200: record({
      added: whole,
      duplicates: list(record({ index: whole, within: text })),
      rejected: list(record({ index: whole, reason: text })),
      pool: record({
        poolId: text,
        offerId: text,
        name: text,
        status: text,
        total: whole,
        available: whole,
        assigned: whole,
        redeemed: whole,
        void: whole,
        lowStockThreshold: nullable(whole),
        isLowStock: flag,
        expiresAt: nullableTime,
        updatedAt: time
      })
    })
  }
} as const

const missing = () => new Problem(404, "not_found", "Not found")

const refuseArchived = ({ status }: PoolRow) => {
  if (status === "archived") throw new Problem(409, "state_conflict", "The pool is archived")
}

/** A code as stored: sealed with its own id, and hashed for its pool. */
const sealed = (poolId: number, code: string, now: number) => {
  const xid = uuidV7(now)
  return {
    xid,
    valueEnc: vault.seal("external code", xid, code),
    valueHash: vault.digest("external code", String(poolId), code)
  }
}

/** Uploads of codes to pools without a low-stock threshold, in one transaction that locks the pool at its end. */
export const poolCodeRoutes = (app: FastifyInstance, database: Database) => {
  app.post<{ Params: { readonly poolId: string }; Body: Upload }>(
    "/offer-code-pools/:poolId/codes",
    { schema, bodyLimit: uploadBytes, preParsing: requireKey },
    async (request, reply) => {
      const organizationId = organizationOf(request, "offers:codes:write")
      const key = { organizationId, poolId: request.params.poolId }
      return leased(database, request, reply, organizationId, async (client) => {
        const [found] = await database.rows<PoolRecord>(client, poolStatements.pool, key)
        if (found === undefined) throw missing()
        if (request.partnerKey?.allVenues !== true) {
          throw new Problem(403, "insufficient_reach", "For callers with all venues")
        }
        refuseArchived(found)
        const { lines, rejected, repeated } = classifyCodes(request.body.codes)
        const now = new Date()
        const codes: Array<ReturnType<typeof sealed>> = []
        for (const [place, line] of lines.entries()) {
          // Yields to other requests.
          if (place > 0 && place % codesPerTurn === 0) await new Promise(setImmediate)
          codes.push(sealed(found.id, line.text, now.getTime()))
        }
        const rows = await database.rows<Added>(client, poolStatements.addCodes, {
          organizationId,
          poolId: found.id,
          xids: codes.map(({ xid }) => xid),
          sealed: codes.map(({ valueEnc }) => valueEnc),
          hashes: codes.map(({ valueHash }) => valueHash),
          now
        })
        const added = new Set(rows.map(({ valueHash }) => valueHash))
        const [pool] = await database.rows<PoolRow>(client, poolStatements.lockPool, key)
        if (pool === undefined) throw missing()
        refuseArchived(pool)
        const [counted] = await database.rows<PoolRecord>(client, poolStatements.pool, key)
        if (counted === undefined) throw missing()
        if (pool.lowStockThreshold !== null || pool.lowStockSince !== null) throw due()
        if (added.size > 0) {
          await database.rows(client, poolStatements.changePool, {
            key: JSON.stringify({ id: pool.id, organization_id: organizationId }),
            change: JSON.stringify({ low_stock_since: null, updated_at: now })
          })
          await database.rows(client, statements.audit, {
            organizationId,
            actor: actorOf(request),
            action: "offer_code_pool.codes_added",
            subject: `offer_code_pool:${pool.xid}`,
            before: null,
            after: JSON.stringify({ added: added.size }),
            requestId: request.id,
            createdAt: now
          })
        }
        const known = lines.filter((_, place) => !added.has(codes[place]?.valueHash ?? ""))
        const duplicates = [
          ...repeated.map((index) => ({ index, within: "request" })),
          ...known.map(({ index }) => ({ index, within: "pool" }))
        ]
        const { assigned, available, redeemed } = counted
        const view = {
          ...pool,
          poolId: pool.xid,
          offerId: found.offerXid,
          total: available + assigned + redeemed + counted.void,
          available,
          assigned,
          redeemed,
          void: counted.void,
          isLowStock: false,
          updatedAt: added.size === 0 ? pool.updatedAt : now
        }
        const answer = {
          added: added.size,
          duplicates: duplicates.toSorted((a, b) => a.index - b.index),
          rejected,
          pool: view
        }
        return { answer, venueIds: null }
      })
    }
  )
}
