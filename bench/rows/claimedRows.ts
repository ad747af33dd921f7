import { SqlClient } from "effect/sql"
import { verificationCodePurpose } from "../../src/domain/fulfillments/fulfillmentCodes.ts"
import { demoVault } from "../../src/demo/demoVault.ts"
import { venues } from "../../src/demo/venues.ts"
import { claimedId, deskFixtures } from "../fixtures/deskFixtures.ts"
import { range, withoutTriggers } from "./rows.ts"

const { memberBase, members, offerBase, offers, organization, verificationCode } = deskFixtures

/** Claims `from` to `until` (exclusive) that are pending at a desk, each of which needs its code to be fulfilled. */
export const insertClaimed = (from: number, until: number) =>
  withoutTriggers(
    SqlClient.SqlClient.use((sql) => {
      const serials = range(from, until)
      const ids = serials.map(claimedId)
      const hashes = ids.map((id) => demoVault.digest(verificationCodePurpose, id, verificationCode))
      const sealed = ids.map((id) => demoVault.seal(verificationCodePurpose, id, verificationCode))
      return sql`
        INSERT INTO fulfillments (
          id, organization_id, property_id, member_id, offer_id, status, redemption_type, points_charged,
          verification_code_hash, verification_code_enc, code_valid, codes_shown_at, claimed_at, expires_at, updated_at,
          version
        )
        SELECT t.id, ${organization}::integer, ${venues.V1.id}::integer,
          ${memberBase}::integer + t.n % ${members}::integer, ${offerBase}::integer + t.n % ${offers}::integer, 'claimed',
          'direct', 100, t.hash, t.sealed, true, now(), now(), now() + interval '1 year', now(), 1
        FROM unnest(${serials}::integer[], ${ids}::uuid[], ${hashes}::text[], ${sealed}::text[])
          AS t (n, id, hash, sealed)`
    })
  )
