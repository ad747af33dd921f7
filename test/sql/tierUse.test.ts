import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { programIds, tierId } from "../../src/demo/demoPrograms.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import { makeProgramsSql } from "../../src/sql/repositories/ProgramsSql.ts"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { planIn } from "../support/planIn.ts"
import * as Postgres from "../support/servers/Postgres.ts"

const demo = demoWithoutCities(DateTime.makeUnsafe("2026-05-10T12:00:00Z"))

/** Adds 5,000 members of a tier, every tenth of whom has left the program. */
const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* insertDataset(demo)
  yield* sql`
    INSERT INTO members (id, xid, identity_subject, first_name, last_name, email, status, created_at)
    SELECT 100000 + n, lpad(n::text, 26, '0'), 'many-' || n, 'Many', n::text, n || '@example.com', 'active', now()
    FROM generate_series(1, 5000) n`
  yield* sql`
    INSERT INTO enrolments (
      organization_id, program_id, member_id, tier_id, qualifying_points, qualifying_nights, status, enrolled_at
    )
    SELECT ${organizationIds.A}, ${programIds.A}, 100000 + n, ${tierId("A", 1)}, 0, 0,
      CASE n % 10 WHEN 0 THEN 'ended' ELSE 'active' END, now()
    FROM generate_series(1, 5000) n`
  yield* sql`ANALYZE enrolments`
})

layer(Postgres.layer)("enrolments of a large program", (it) => {
  it.effect("are found by their tier in an index, active or ended, and listed in its order", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const programs = yield* makeProgramsSql
      yield* fill
      const tier = demo.tiers.find(({ id }) => id === tierId("A", 3)) ?? assert.fail()
      const plans = {
        use: yield* planIn(programs.findTierUse(tier)),
        // The check of the foreign key.
        reference: yield* planIn(sql`
          SELECT 1 FROM ONLY enrolments x
          WHERE x.organization_id = ${organizationIds.A} AND x.program_id = ${programIds.A} AND x.tier_id = ${tier.id}
          FOR KEY SHARE OF x`),
        list: yield* planIn(sql`
          SELECT e.member_id FROM enrolments e
          WHERE e.organization_id = ${organizationIds.A} AND e.tier_id = ${tierId("A", 1)} AND e.status = 'active'
          ORDER BY e.member_xid LIMIT 10`)
      }
      for (const [name, plan] of Object.entries(plans)) {
        assert.match(plan, /using enrolments_by_tier on enrolments/, name)
        assert.notInclude(plan, "Sort", name)
      }
    })
  )
})
