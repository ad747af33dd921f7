import { type SqlClient, type Statement } from "effect/sql"
import type { TimestampColumn } from "../statements/columns.ts"
import { currentTier } from "./currentTier.ts"

/** The members' current tiers at `now` in programs with an active enrolment; more conditions can be appended. */
export const heldTiers = (sql: SqlClient.SqlClient, now: TimestampColumn): Statement.Fragment => sql`
  SELECT e.member_id, e.organization_id, tier.id AS tier_id, tier.level
  FROM enrolments e
  CROSS JOIN LATERAL (${currentTier(sql, now)}) tier
  WHERE e.status = 'active'`

/** An entitlement `en` as a `PerkGrant`. */
export const grantColumns = `json_build_object(
  'tierId', en.tier_id, 'venueIds', en.venue_ids, 'validFrom', en.valid_from, 'validTo', en.valid_to, 'quantity', en.quantity_per_stay
)`

/** Whether the benefit `b` is in an enabled group that needs a stay. */
export const stayRequiredColumn = `EXISTS (
  SELECT FROM benefit_group_items i
  JOIN benefit_groups g ON g.id = i.group_id
  WHERE i.benefit_id = b.id AND g.enabled AND g.stay_required
)`
