import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as fc from "fast-check"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { venues } from "../../src/demo/venues.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import * as Postgres from "../support/servers/Postgres.ts"
import { member, stay, staysDataset } from "../support/datasets/staysDataset.ts"

const places = [
  [organizationIds.A, venues.V1.id],
  [organizationIds.A, venues.V2.id],
  [organizationIds.B, venues.W1.id]
] as const

const dataset = staysDataset({
  members: [1, 2, 3].flatMap((id) => member(id)),
  enrolments: [],
  reservations: [1, 2, 3, 4, 5, 6].map((id) => stay(id, { spendMinor: null, currency: null }))
})

const commands = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant("move" as const),
      stay: fc.integer({ min: 1, max: 6 }),
      to: fc.option(fc.integer({ min: 1, max: 3 })),
      place: fc.constantFrom(...places)
    }),
    fc.record({ do: fc.constant("enrol" as const), member: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ do: fc.constant("leave" as const), member: fc.integer({ min: 1, max: 3 }) })
  ),
  { minLength: 60, maxLength: 60 }
)

layer(Postgres.layer)("member_links and member_counts", (it) => {
  it.effect("PAR-041, DOMAIN 1.7: match enrolments, stays, claims and invites after any write", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* insertDataset(dataset)
      const stored = sql`
        SELECT organization_id, property_id, member_xid FROM member_links ORDER BY 1, 2, 3`
      const derived = sql`
        SELECT DISTINCT s.organization_id, s.property_id, m.xid AS member_xid
        FROM (
          SELECT member_id, organization_id, NULL::integer AS property_id FROM enrolments
          UNION ALL SELECT member_id, organization_id, property_id FROM reservations
          UNION ALL SELECT member_id, organization_id, property_id FROM fulfillments
          UNION ALL SELECT member_id, organization_id, property_id FROM guest_invites
        ) link
        JOIN members m ON m.id = link.member_id AND m.merged_into IS NULL
        CROSS JOIN LATERAL (
          VALUES (0, 0), (link.organization_id, 0), (link.organization_id, link.property_id)
        ) s (organization_id, property_id)
        WHERE s.property_id IS NOT NULL ORDER BY 1, 2, 3`
      const counted = sql`
        SELECT organization_id, property_id, sum(members)::integer AS members FROM member_counts
        GROUP BY organization_id, property_id HAVING sum(members) <> 0 ORDER BY 1, 2`
      const recounted = sql`
        SELECT organization_id, property_id, count(*)::integer AS members FROM member_links
        GROUP BY organization_id, property_id ORDER BY 1, 2`
      const agree = Effect.gen(function* () {
        assert.deepStrictEqual(yield* stored, yield* derived)
        assert.deepStrictEqual(yield* counted, yield* recounted)
      })
      yield* agree
      let rows = 0
      for (const all of fc.sample(commands, { numRuns: 4, seed: 5 })) {
        for (const command of all) {
          if (command.do === "move") {
            const [organizationId, propertyId] = command.place
            yield* sql`
              UPDATE reservations SET member_id = ${command.to}, organization_id = ${organizationId},
                property_id = ${propertyId}
              WHERE id = ${command.stay}`
          } else if (command.do === "enrol") {
            yield* sql`
              INSERT INTO enrolments (
                organization_id, program_id, member_id, tier_id, qualifying_points, qualifying_nights, status, enrolled_at
              ) VALUES (${organizationIds.A}, 1, ${command.member}, 11, 0, 0, 'active', now()) ON CONFLICT DO NOTHING`
          } else {
            yield* sql`DELETE FROM enrolments WHERE member_id = ${command.member}`
          }
          yield* agree
        }
        rows = (yield* sql`SELECT FROM member_counts`).length
      }
      // Counters are summed up on the way, so that their rows do not grow with the writes.
      assert.isBelow(rows, 80)
      // An account that was merged into another has no links, and later rows of it add none.
      yield* sql`UPDATE members SET status = 'closed', merged_into = 2 WHERE id = 1`
      yield* agree
      yield* sql`UPDATE reservations SET member_id = 1 WHERE id = 1`
      yield* agree
      yield* sql`UPDATE reservations SET member_id = 2 WHERE id = 1`
      yield* agree
      assert.lengthOf(yield* sql`SELECT FROM member_links WHERE member_id = 1`, 0)
    })
  )
})
