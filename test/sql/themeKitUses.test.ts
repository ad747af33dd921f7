import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Predicate, Record, Struct } from "effect"
import { SqlClient, Statement } from "effect/sql"
import * as fc from "fast-check"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { themeKitXids } from "../../src/demo/demoThemeKits.ts"
import type { Reach } from "../../src/domain/access/Reach.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import { makeThemeKitsSql } from "../../src/sql/repositories/ThemeKitsSql.ts"
import { themeKitUses } from "../../src/sql/migrations/0052_page_theme_kits.ts"
import * as Postgres from "../support/servers/Postgres.ts"
import { at } from "../support/http/service.ts"

const demo = demoWithoutCities(DateTime.makeUnsafe("2026-05-10T12:00:00Z"))
const reach: Reach = { organizationIds: [organizationIds.A], venueIds: "all" }

const groups = 1500
const versions = 8
const kits = 60

/** Adds many kits and pages to A, each page with a draft and earlier published versions, all of them with a kit. */
const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* insertDataset(demo)
  yield* sql`
    INSERT INTO theme_kits
      (xid, organization_id, name, colors, fonts, border_radius, is_default, version, created_at, updated_at)
    SELECT 'kit-' || n, ${organizationIds.A}, 'Kit ' || n, '{}', '{}', 8, false, 1, now(), now()
    FROM generate_series(1, ${kits}::integer) n`
  yield* sql`
    INSERT INTO page_groups (id, xid, organization_id, name, status, last_version, created_at, updated_at)
    SELECT 100000 + n, 'many-' || n, ${organizationIds.A}, 'Many ' || n, 'offline', ${versions}::integer, now(), now()
    FROM generate_series(1, ${groups}::integer) n`
  yield* sql`
    INSERT INTO page_versions (id, organization_id, page_group_id, number, title, body, blocks, slug, locale, seo, theme,
      member_gate, created_at, updated_at, published_at)
    SELECT 1000000 + g * 100 + v, ${organizationIds.A}, 100000 + g, v, 'T', repeat('x', 2000), '[]', 's', 'en', '{}',
      jsonb_build_object('themeKitId', 'kit-' || (1 + (g + v) % ${kits}::integer)), '{}', now(), now(),
      CASE WHEN v < ${versions}::integer THEN now() END
    FROM generate_series(1, ${groups}::integer) g, generate_series(1, ${versions}::integer) v`
  yield* sql`ANALYZE theme_kits, page_groups, page_versions`
})

/** The rows that a plan reads of each table. */
const workOf = (plan: unknown) => {
  const rows = new Map<string, number>()
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!Predicate.isObject(node)) return
    const numberOf = (name: string) => Number(at(node, name) ?? 0)
    const table = at(node, "Relation Name")
    if (Predicate.isString(table)) {
      const read = (numberOf("Actual Rows") + numberOf("Rows Removed by Filter")) * numberOf("Actual Loops")
      rows.set(table, (rows.get(table) ?? 0) + read)
    }
    Object.values(node).forEach(visit)
  }
  visit(plan)
  return rows
}

/** The work of the statement that an effect runs. */
const workIn = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient.SqlClient
  const ran: Array<readonly [string, ReadonlyArray<unknown>]> = []
  const recorded = Statement.CurrentTransformer.of((statement) =>
    Effect.sync(() => {
      ran.push(statement.compile())
      return statement
    })
  )
  yield* Effect.provideService(effect, Statement.CurrentTransformer, recorded)
  const [[text, parameters] = ["", []]] = ran
  assert.lengthOf(ran, 1)
  const [row] = yield* sql.unsafe(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, parameters)
  const plan = at(row, "QUERY PLAN")
  return workOf(Predicate.isString(plan) ? JSON.parse(plan) : plan)
})

/** A page of the demo, and a version of it to copy. */
const firstPage = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql`
    SELECT page_group_id AS page, min(id) AS version FROM page_versions GROUP BY page_group_id ORDER BY 1 LIMIT 1`
  return [at(row, "page"), at(row, "version")] as const
})

/** Uses of a kit: each page's draft has one kit and its latest published version another. */
const uses = (groups / kits) * 2

layer(Postgres.layer)("uses of theme kits on many pages", (it) => {
  it.effect("PAR-110: are counted without reading a page or a version", () =>
    Effect.gen(function* () {
      const repository = yield* makeThemeKitsSql
      yield* fill
      const [used] = demo.themeKits.filter(({ xid }) => xid === themeKitXids.A_used)
      const some = { ...(used ?? assert.fail()), xid: "kit-7" }
      const page = { reach, q: undefined, limit: 10, offset: 20 }
      const { items } = yield* repository.list(page)
      assert.deepStrictEqual(
        items.map(({ usedByPages }) => usedByPages),
        Array.from({ length: 10 }, () => uses)
      )
      const work = {
        list: yield* workIn(repository.list(page)),
        get: yield* workIn(repository.get({ reach, themeKitId: "kit-7" })),
        isUsed: yield* workIn(repository.isUsed(some)),
        isUnused: yield* workIn(repository.isUsed({ ...some, xid: themeKitXids.A_free }))
      }
      for (const [name, rows] of Object.entries(work)) {
        assert.notInclude([...rows.keys()], "page_groups", name)
        assert.notInclude([...rows.keys()], "page_versions", name)
      }
      const usesRead = Record.map(work, (rows) => rows.get("page_theme_kits"))
      assert.deepStrictEqual(usesRead, { list: 10 * uses, get: uses, isUsed: 1, isUnused: 0 })
    })
  )
})

layer(Postgres.layer)("uses of theme kits", (it) => {
  it.effect("PAR-110: are those of drafts and latest published versions after any write", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* insertDataset(demo)
      const [page, version] = yield* firstPage
      const draft = sql`WHERE page_group_id = ${page} AND published_at IS NULL`
      const theme = (kit: string | null) => sql`jsonb_build_object('themeKitId', ${kit}::text)`
      const add = (kit: string | null, publishedAt: string | null) => sql`
        INSERT INTO page_versions (organization_id, page_group_id, number, title, body, blocks, slug, locale, seo, theme,
          member_gate, created_at, updated_at, published_at)
        SELECT organization_id, page_group_id, (SELECT max(number) + 1 FROM page_versions WHERE page_group_id = ${page}),
          title, body, blocks, slug, locale, seo, ${theme(kit)}, member_gate, created_at, updated_at, ${publishedAt}::timestamptz
        FROM page_versions WHERE id = ${version}`
      const commands = {
        add: (kit: string | null) =>
          sql`
          WITH removed AS (DELETE FROM page_versions ${draft}) SELECT`.pipe(Effect.andThen(add(kit, null))),
        addPublished: (kit: string | null) => add(kit, "2026-05-10T12:00:00Z"),
        edit: (kit: string | null) => sql`UPDATE page_versions SET theme = ${theme(kit)} ${draft}`,
        retitle: () => sql`UPDATE page_versions SET title = 'Other' ${draft}`,
        publish: () => sql`UPDATE page_versions SET published_at = now() ${draft}`,
        discard: () => sql`DELETE FROM page_versions ${draft}`
      }
      const names = Struct.keys(commands)
      const steps = fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom("kit-1", "kit-2", null)))
      const seen = new Set<string>()
      for (const sequence of fc.sample(steps, { numRuns: 40, seed: 5 })) {
        for (const [name, kit] of sequence) {
          yield* commands[name](kit)
          assert.deepStrictEqual(yield* sql.unsafe(themeKitUses.difference), [], JSON.stringify(sequence))
          const used = yield* sql`SELECT kit FROM page_theme_kits WHERE page_group_id = ${page} ORDER BY kit`
          seen.add(used.map(({ kit }) => String(kit)).join(" "))
        }
      }
      assert.includeMembers([...seen], ["", "kit-1", "kit-2", "kit-1 kit-2"])
      yield* sql`DELETE FROM page_theme_kits`
      assert.isNotEmpty(yield* sql.unsafe(themeKitUses.difference))
      for (const statement of themeKitUses.recount) yield* sql.unsafe(statement)
      assert.deepStrictEqual(yield* sql.unsafe(themeKitUses.difference), [])
    })
  )
})
