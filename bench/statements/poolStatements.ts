import { DateTime } from "effect"
import type { Reach } from "../../src/domain/access/Reach.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import { makeCodePoolsSql } from "../../src/sql/repositories/CodePoolsSql.ts"
import { makePoolCodesSql } from "../../src/sql/repositories/PoolCodesSql.ts"
import { integer, json, statementOf, text, texts, time } from "./statementOf.ts"

const organizationId = OrganizationId.make(7001)
const timestamp = "2026-01-02T03:04:05.006Z"
const now = DateTime.makeUnsafe(timestamp)

/** All venues of one organization. */
const reach: Reach = { organizationIds: [organizationId], venueIds: "all" }

const locator = { reach, poolId: "pool" }
const locatorValues = { organizationId: integer(7001), poolId: text("pool") }
const pool = { organizationId, id: 7002 }

/** The statements of an upload of codes. */
export const poolStatements = {
  pool: statementOf("pool", makeCodePoolsSql, (pools) => pools.get(locator), locatorValues),
  lockPool: statementOf("lockPool", makeCodePoolsSql, (pools) => pools.getForUpdate(locator), locatorValues),
  changePool: statementOf(
    "changePool",
    makeCodePoolsSql,
    (pools) => pools.update(pool, { lowStockSince: null, updatedAt: now }),
    { key: json({ id: 7002, organization_id: 7001 }), change: json({ low_stock_since: null, updated_at: timestamp }) }
  ),
  addCodes: statementOf(
    "addCodes",
    makePoolCodesSql,
    (codes) =>
      codes.insertMissing({
        pool,
        codes: [{ xid: "code", valueEnc: "sealed", valueHash: "hash", formerHashes: [] }],
        now
      }),
    {
      organizationId: integer(7001),
      poolId: integer(7002),
      xids: texts(["code"]),
      sealed: texts(["sealed"]),
      hashes: texts(["hash"]),
      now: time(now)
    }
  )
}
