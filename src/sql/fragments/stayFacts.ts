import { BigDecimal, Predicate, Schema, SchemaGetter } from "effect"
import { type SqlClient, type Statement } from "effect/sql"
import { campaignHolds } from "./campaignHolds.ts"
import { EarningRule, PointMultiplier } from "../../domain/programs/Program.ts"
import { checked, type TimestampColumn } from "../statements/columns.ts"
import { StayFacts } from "../../domain/reservations/StayFacts.ts"
import { currentTier } from "./currentTier.ts"

/** The facts with decimals as text: a schema without transformations can be compiled. */
const FactsInJson = Schema.Struct({
  ...StayFacts.fields,
  tierMultiplier: Schema.NullOr(Schema.String),
  rules: Schema.Array(
    Schema.Struct({ ...EarningRule.fields, pointsPerUnit: Schema.String, minSpend: Schema.NullOr(Schema.String) })
  ),
  campaigns: Schema.Array(Schema.Struct({ multiplier: Schema.String, stacking: PointMultiplier.fields.stacking })),
  stored: Schema.NullOr(Schema.Struct({ basePoints: Schema.Int, multiplier: Schema.String, totalPoints: Schema.Int }))
})

const decimal = BigDecimal.fromStringUnsafe

const nullableDecimal = (text: string | null) => (text === null ? null : decimal(text))

const factsOf = (json: typeof FactsInJson.Type): StayFacts => ({
  ...json,
  tierMultiplier: nullableDecimal(json.tierMultiplier),
  rules: json.rules.map((rule) => ({
    ...rule,
    pointsPerUnit: decimal(rule.pointsPerUnit),
    minSpend: nullableDecimal(rule.minSpend)
  })),
  campaigns: json.campaigns.map((campaign) => ({ ...campaign, multiplier: decimal(campaign.multiplier) })),
  stored: json.stored && { ...json.stored, multiplier: decimal(json.stored.multiplier) }
})

/** Distinguishes decoded facts from their JSON by the type of the tier's multiplier. */
const isFacts = (value: unknown): value is StayFacts =>
  Predicate.hasProperty(value, "tierMultiplier") && !Predicate.isString(value.tierMultiplier)

/**
 * Decodes a column selected by `stayFacts`. A page has many of them, with rules and campaigns, so they are not
 * validated in full: a text that is no decimal is a defect.
 */
export const StayFactsColumn = checked(Schema.is(FactsInJson), "facts of a stay as JSON").pipe(
  Schema.decodeTo(checked(isFacts, "facts of a stay"), {
    decode: SchemaGetter.transform(factsOf),
    encode: SchemaGetter.forbidden(() => "Facts of a stay are only read")
  })
)

/**
 * The inputs of `pointsOf` for the reservation `r` (MEM-047), as one JSON value decoded by `StayFactsColumn`; every
 * query that shows points selects it. Select it only for the rows of a page, not for skipped ones. The inputs of a
 * finalised stay are left out unless requested, because its amounts are stored.
 */
export const stayFacts = (
  sql: SqlClient.SqlClient,
  now: TimestampColumn,
  {
    includesInputs = "r.finalized_at IS NULL",
    memberId = sql.literal("r.member_id")
  }: {
    readonly includesInputs?: "r.finalized_at IS NULL" | "true"
    /** The member whose points are calculated; by default the one whom the stay is linked to. */
    readonly memberId?: Statement.Fragment
  } = {}
): Statement.Fragment => sql`(
  SELECT json_build_object(
    'status', r.status, 'pmsStatus', r.pms_status, 'memberId', earner.id, 'checkIn', r.check_in,
    'bookingChannel', r.booking_channel, 'spendMinor', r.spend_minor, 'currency', r.currency, 'program', CASE WHEN program.id IS NOT NULL THEN
      json_build_object('id', program.id, 'pointsExpiryMonths', program.points_expiry_months)
    END,
    'tierMultiplier', held.multiplier::text,
    'rules', coalesce(
      (
        SELECT er.rules FROM earning_rules er
        WHERE er.program_id = program.id AND er.effective_from <= r.check_in
        ORDER BY er.version DESC LIMIT 1
      ),
      '[]'
    ),
    'campaigns', coalesce(
      (
        SELECT json_agg(json_build_object('multiplier', pm.multiplier::text, 'stacking', pm.stacking) ORDER BY pm.id)
        FROM point_multipliers pm
        WHERE ${sql.literal(includesInputs)} AND pm.organization_id = r.organization_id
          AND (pm.property_id IS NULL OR pm.property_id = r.property_id)
          AND ${campaignHolds(sql, sql.literal("r.check_in"), "pm")}
      ),
      '[]'
    ),
    'stored', CASE WHEN r.finalized_at IS NOT NULL THEN json_build_object(
      'basePoints', r.base_points, 'multiplier', r.multiplier::text, 'totalPoints', r.total_points
    ) END
  )
  FROM (VALUES (1)) AS always
  LEFT JOIN LATERAL (SELECT m.id FROM members m WHERE m.id = ${memberId} AND m.status <> 'closed') earner ON true
  LEFT JOIN LATERAL (
    SELECT e.program_id, tier.multiplier
    FROM enrolments e
    JOIN programs p ON p.id = e.program_id
    CROSS JOIN LATERAL (${currentTier(sql, now)}) tier
    WHERE ${sql.literal(includesInputs)} AND e.member_id = earner.id AND e.organization_id = r.organization_id
      AND e.status = 'active'
    ORDER BY tier.level DESC, p.xid LIMIT 1
  ) held ON true
  LEFT JOIN LATERAL (
    SELECT p.id, p.points_expiry_months FROM programs p
    WHERE ${sql.literal(includesInputs)} AND p.organization_id = r.organization_id
      AND CASE
        WHEN coalesce(r.program_id, held.program_id) IS NULL THEN p.status = 'active'
        ELSE p.id = coalesce(r.program_id, held.program_id)
      END
    ORDER BY p.id LIMIT 1
  ) program ON true
)`
