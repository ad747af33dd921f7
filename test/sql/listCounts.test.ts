import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as fc from "fast-check"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { venues } from "../../src/demo/venues.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import { countedLists } from "../../src/sql/migrations/0048_list_counts.ts"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import * as Postgres from "../support/servers/Postgres.ts"

const demo = demoWithoutCities(DateTime.makeUnsafe("2026-05-10T12:00:00Z"))

const chosen = fc.integer({ min: 0, max: 9 })
const venue = fc.constantFrom(venues.V1.id, venues.V2.id)

const commands = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant("claim" as const), chosen, venue: fc.option(venue) }),
    fc.record({ do: fc.constant("cancel" as const), chosen }),
    fc.record({ do: fc.constant("touch" as const), chosen }),
    fc.record({ do: fc.constant("forget" as const), chosen }),
    fc.record({ do: fc.constant("invite" as const), chosen, venue }),
    fc.record({ do: fc.constant("move" as const), chosen, venue }),
    fc.record({ do: fc.constant("withdraw" as const), chosen }),
    fc.record({ do: fc.constant("rise" as const), chosen }),
    fc.record({ do: fc.constant("end" as const), chosen }),
    fc.record({ do: fc.constant("return" as const), chosen })
  ),
  { minLength: 60, maxLength: 60 }
)

type Command = typeof commands extends fc.Arbitrary<Array<infer One>> ? One : never

const claimColumns = "organization_id, member_id, offer_id, points_charged, claimed_at, expires_at, updated_at, version"

/** Rows that a command made, or the demo data's where it makes none, chosen by their position. */
const nth = (table: string, key: string, condition: string, { chosen: position }: Command) =>
  `(SELECT ${key} FROM ${table} WHERE ${condition} ORDER BY ${key} OFFSET ${position} LIMIT 1)`

const statementOf = (command: Command): string => {
  const claim = nth("fulfillments", "id", `organization_id = ${organizationIds.A} AND note = 'made'`, command)
  const invite = nth("guest_invites", "id", `organization_id = ${organizationIds.A} AND locale = 'mt'`, command)
  const enrolment = nth("enrolments", "member_id", `organization_id = ${organizationIds.A}`, command)
  switch (command.do) {
    case "claim":
      return `INSERT INTO fulfillments (
          id, property_id, status, note, redemption_type, code_valid, ${claimColumns}
        )
        SELECT gen_random_uuid(), ${command.venue}, 'claimed', 'made', 'direct', false, ${claimColumns}
        FROM fulfillments WHERE organization_id = ${organizationIds.A} AND property_id IS NOT NULL
        ORDER BY id OFFSET ${command.chosen} LIMIT 1`
    case "cancel":
      return `UPDATE fulfillments SET status = 'cancelled', cancelled_at = now() WHERE id = ${claim} AND status = 'claimed'`
    case "touch":
      return `UPDATE fulfillments SET status = status, note = 'made', updated_at = now() WHERE id = ${claim}`
    case "forget":
      return `DELETE FROM fulfillments WHERE id = ${claim}`
    case "invite":
      return `INSERT INTO guest_invites (
          id, organization_id, property_id, email, status, token_hash, sent_count, last_sent_at, expires_at, created_at, updated_at,
          search_text, locale
        ) SELECT (SELECT max(i.id) + 1 FROM guest_invites i), ${organizationIds.A}, ${command.venue}, 'a@hotels-a.example', 'sent',
          encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 1, now(), now(), now(), now(), '', 'mt'`
    case "move":
      return `UPDATE guest_invites SET property_id = ${command.venue} WHERE id = ${invite}`
    case "withdraw":
      return `DELETE FROM guest_invites WHERE id = ${invite}`
    case "rise":
      return `UPDATE enrolments e SET tier_id = (
          SELECT t.id FROM tiers t WHERE t.program_id = e.program_id ORDER BY t.id OFFSET ${command.chosen % 2} LIMIT 1
        ) WHERE member_id = ${enrolment}`
    case "end":
      return `UPDATE enrolments SET status = 'ended' WHERE member_id = ${enrolment}`
    case "return":
      return `UPDATE enrolments SET status = 'active' WHERE member_id = ${enrolment}`
  }
}

const counted = (counts: string, rows: string, by: string) =>
  `SELECT ${by}, sum(${rows})::integer AS rows FROM ${counts} GROUP BY ${by} HAVING sum(${rows}) <> 0 ORDER BY ${by}`

const recounted = (table: string, by: string, condition: string) =>
  `SELECT ${by}, count(*)::integer AS rows FROM ${table} WHERE ${condition} GROUP BY ${by} ORDER BY ${by}`

const ofClaims = "organization_id, property_id, offer_id, status"

/** What each table of counts holds, and what it must hold. */
const pairs: ReadonlyArray<readonly [counted: string, recounted: string]> = [
  [counted("fulfillment_counts", "claims", ofClaims), recounted("fulfillments", ofClaims, "property_id IS NOT NULL")],
  [
    counted("guest_invite_counts", "invites", "organization_id, property_id, status"),
    recounted("guest_invites", "organization_id, property_id, status", "true")
  ],
  [
    counted("enrolment_counts", "members", "organization_id, tier_id"),
    recounted("enrolments", "organization_id, tier_id", "status = 'active'")
  ]
]

layer(Postgres.layer)("counts of lists", (it) => {
  it.effect(
    "PAR-022, PAR-041: add up to claims, invites and enrolments after any write, and their rows do not accumulate",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* insertDataset(demo)
        const agree = (what: string) =>
          Effect.forEach(pairs, ([stored, derived]) =>
            Effect.gen(function* () {
              assert.deepStrictEqual(yield* sql.unsafe(stored), yield* sql.unsafe(derived), what)
            })
          )
        const sizeOf = (counts: string) => Effect.map(sql.unsafe(`SELECT FROM ${counts}`), ({ length }) => length)
        yield* agree("loaded")
        for (const all of fc.sample(commands, { numRuns: 15, seed: 3 })) {
          for (const command of all) {
            yield* sql.unsafe(statementOf(command))
            yield* agree(JSON.stringify(command))
          }
        }
        const before = yield* sizeOf("fulfillment_counts")
        yield* sql`UPDATE fulfillments SET updated_at = now(), status = status`
        assert.strictEqual(yield* sizeOf("fulfillment_counts"), before, "a change of nothing that is counted")
        yield* sql`
          DO $$ BEGIN
            FOR turn IN 1..80 LOOP
              UPDATE enrolments SET status = 'ended';
              UPDATE enrolments SET status = 'active';
              UPDATE fulfillments SET status = 'cancelled', cancelled_at = now() WHERE note = 'made' AND status = 'claimed';
              UPDATE fulfillments SET status = 'claimed', cancelled_at = NULL WHERE note = 'made';
              UPDATE guest_invites SET property_id = ${sql.literal(String(venues.V2.id))} WHERE locale = 'mt';
              UPDATE guest_invites SET property_id = ${sql.literal(String(venues.V1.id))} WHERE locale = 'mt';
              COMMIT;
            END LOOP;
          END $$`
        yield* agree("changed many times")
        for (const [stored] of pairs) {
          const counts = /FROM (\w+)/.exec(stored)?.[1] ?? assert.fail(stored)
          // One change in 16 sums those of its kind up: that 100 of each kind are left is as good as impossible.
          assert.isBelow(yield* sizeOf(counts), 100 * (yield* sql.unsafe(stored)).length, counts)
        }
        yield* sql`
          DO $$ DECLARE member integer := (SELECT min(member_id) FROM enrolments WHERE status = 'active'); BEGIN
            FOR turn IN 1..1000 LOOP
              UPDATE enrolments SET status = 'ended' WHERE member_id = member;
              UPDATE enrolments SET status = 'active' WHERE member_id = member;
            END LOOP;
          END $$`
        yield* agree("changed many times by one transaction")
        // It compacted once, most likely early: that it has done so after half of its changes is as good as impossible.
        assert.isAbove(yield* sizeOf("enrolment_counts"), 1000)
        for (const statement of countedLists.flatMap(({ recount }) => recount)) yield* sql.unsafe(statement)
        yield* agree("counted again")
      })
  )
})
