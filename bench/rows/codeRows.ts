import { SqlClient } from "effect/sql"
import { demoVault } from "../../src/demo/demoVault.ts"
import { externalCodePurpose } from "../../src/domain/fulfillments/fulfillmentCodes.ts"
import { memberFixtures } from "../fixtures/memberFixtures.ts"
import { range } from "./rows.ts"

const { organization, poolId } = memberFixtures

/** Codes `from` to `until` (exclusive) of the pool of the coded offer; triggers count them. */
export const insertCodes = (from: number, until: number) =>
  SqlClient.SqlClient.use((sql) => {
    const serials = range(from, until)
    const xids = serials.map((serial) => `bench-code-${serial}`)
    const sealed = xids.map((xid) => demoVault.seal(externalCodePurpose, xid, xid))
    return sql`
      INSERT INTO offer_codes (xid, organization_id, pool_id, value_enc, value_hash, status, created_at)
      SELECT t.xid, ${organization}::integer, ${poolId}::integer, t.sealed, md5(t.xid), 'available', now()
      FROM unnest(${xids}::text[], ${sealed}::text[]) AS t (xid, sealed)`
  })
