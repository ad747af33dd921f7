import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as fc from "fast-check"
import { venues } from "../../src/demo/venues.ts"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { confidenceBands } from "../../src/domain/insight/InsightStats.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import * as Postgres from "../support/servers/Postgres.ts"

const demo = demoWithoutCities(DateTime.makeUnsafe("2026-05-10T12:00:00Z"))
const some = fc.subarray(
  demo.guestIntelligence.map(({ id }) => id),
  { minLength: 1, maxLength: 5 }
)
const { high, medium } = confidenceBands

const commands = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant("match" as const),
      some,
      confidence: fc.constantFrom(0, 0.4999, medium, 0.7, high, 1)
    }),
    fc.record({ do: fc.constant("lose" as const), some }),
    fc.record({ do: fc.constant("move" as const), some, to: fc.constantFrom(venues.V1.id, venues.V2.id, null) }),
    fc.record({ do: fc.constant("settle" as const), some, status: fc.constantFrom("enriched", "pending", "failed") }),
    fc.record({ do: fc.constant("touch" as const), some }),
    fc.record({ do: fc.constant("copy" as const), some }),
    fc.record({ do: fc.constant("remove" as const), some })
  ),
  { minLength: 80, maxLength: 80 }
)

type Command = typeof commands extends fc.Arbitrary<Array<infer One>> ? One : never

layer(Postgres.layer)("insight_counts", (it) => {
  it.effect("PAR-067: adds up to the records of guests after any write", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* insertDataset(demo)
      const counted = sql`
        SELECT organization_id, property_id, status, band, records::integer, trim_scale(confidence)::text AS confidence
        FROM insight_counts
        WHERE records <> 0 ORDER BY 1, 2, 3, 4`
      const recounted = sql`
        SELECT organization_id, coalesce(property_id, 0) AS property_id, status,
          CASE WHEN member_id IS NULL THEN '' WHEN match_confidence >= ${high}::numeric THEN 'high'
            WHEN match_confidence >= ${medium}::numeric THEN 'medium' ELSE 'low' END AS band,
          count(*)::integer AS records,
          trim_scale(coalesce(sum(match_confidence) FILTER (WHERE member_id IS NOT NULL), 0))::text AS confidence
        FROM guest_intelligence GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`
      const run = (command: Command) => {
        const ids = sql`id = ANY(${command.some}::bigint[])`
        switch (command.do) {
          case "match":
            return sql`
              UPDATE guest_intelligence SET member_id = ${memberIds.M1}, match_confidence = ${command.confidence}::numeric
              WHERE ${ids}`
          case "lose":
            return sql`UPDATE guest_intelligence SET member_id = NULL WHERE ${ids}`
          case "move":
            return sql`
              UPDATE guest_intelligence g SET reservation_id = NULL, property_id = p.id
              FROM (SELECT ${command.to}::integer AS id) p WHERE g.${ids}
                AND (p.id IS NULL OR EXISTS (
                  SELECT FROM properties o WHERE o.organization_id = g.organization_id AND o.id = p.id
                ))`
          case "settle":
            return sql`UPDATE guest_intelligence SET status = ${command.status} WHERE ${ids}`
          case "touch":
            return sql`UPDATE guest_intelligence SET updated_at = updated_at + interval '1 second' WHERE ${ids}`
          case "copy":
            return sql`
              INSERT INTO guest_intelligence (
                organization_id, hashed_pms_guest_id, pms_guest_id_enc, property_id, member_id, status, social,
                match_confidence, matched_by, created_at, updated_at
              )
              SELECT organization_id, encode(sha256(gen_random_uuid()::text::bytea), 'hex'), pms_guest_id_enc, property_id,
                member_id, status, social, match_confidence, matched_by, created_at, updated_at
              FROM guest_intelligence WHERE ${ids}`
          case "remove":
            return sql`
              DELETE FROM guest_intelligence WHERE id = (
                SELECT max(id) FROM guest_intelligence WHERE id <> ALL(${command.some}::bigint[])
              )`
        }
      }
      assert.isNotEmpty(yield* counted)
      for (const command of fc.sample(commands, { numRuns: 2, seed: 7 }).flat()) {
        yield* run(command)
        assert.deepStrictEqual(yield* counted, yield* recounted, JSON.stringify(command))
      }
    })
  )
})
