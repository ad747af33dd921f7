import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Reach } from "../../domain/access/Reach.ts"
import type { BenefitLocator } from "../../domain/benefits/Benefits.ts"
import type { BenefitOverrides } from "../../domain/benefits/BenefitOverrides.ts"
import { BenefitOverrideView } from "../../domain/benefits/BenefitOverrideView.ts"
import { withinReach } from "../fragments/withinReach.ts"

/** The list of a benefit's overrides in this database. */
export const makeBenefitOverridesList: Effect.Effect<BenefitOverrides["Service"]["list"], never, SqlClient.SqlClient> =
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const select = SqlSchema.findAll({
      Request: Schema.Struct({ reach: Reach, benefitId: Schema.String }),
      Result: BenefitOverrideView,
      execute: ({ benefitId, reach }) => sql`
      SELECT p.document_id AS "venueId", o.overridden_name AS "overriddenName",
        o.overridden_description AS "overriddenDescription", o.enabled
      FROM benefits b
      JOIN benefit_venue_overrides o ON o.organization_id = b.organization_id AND o.benefit_id = b.id
      JOIN properties p ON p.organization_id = o.organization_id AND p.id = o.property_id
      WHERE b.xid = ${benefitId} AND ${withinReach(sql, reach, "o.organization_id", "o.property_id")}
      ORDER BY p.document_id`
    })

    return (locator: BenefitLocator) => Effect.orDie(select(locator))
  })
