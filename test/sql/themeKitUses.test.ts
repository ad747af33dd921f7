import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Predicate } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { themeKitXids } from "../../src/demo/demoThemeKits.ts"
import type { Reach } from "../../src/domain/access/Reach.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import { makeThemeKitsSql } from "../../src/sql/repositories/ThemeKitsSql.ts"
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

/** The passes of a plan over the pages, the page versions that it reads, and the types of nodes that read them. */
const workOf = (plan: unknown) => {
  const work = { passes: 0, versionsRead: 0, scans: new Set<string>() }
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!Predicate.isObject(node)) return
    const numberOf = (name: string) => Number(at(node, name) ?? 0)
    const table = at(node, "Relation Name")
    if (table === "page_groups") work.passes += numberOf("Actual Loops")
    if (table === "page_versions") {
      const rows = numberOf("Actual Rows") + numberOf("Rows Removed by Filter")
      work.versionsRead += rows * numberOf("Actual Loops")
      work.scans.add(String(at(node, "Node Type")))
    }
    Object.values(node).forEach(visit)
  }
  visit(plan)
  return work
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

/** The draft, the version published last, and the draft again on the way to that one. */
const mostRead = 3 * (groups + demo.pageGroups.length)

layer(Postgres.layer, { timeout: "60 seconds" })("uses of theme kits on many pages", (it) => {
  it.effect("PAR-110: are counted in one pass over the pages, reading at most three versions of each", () =>
    Effect.gen(function* () {
      const repository = yield* makeThemeKitsSql
      yield* fill
      const [used] = demo.themeKits.filter(({ xid }) => xid === themeKitXids.A_used)
      const some = { ...(used ?? assert.fail()), xid: "kit-7" }
      const page = { reach, q: undefined, limit: 100, offset: 0 }
      const { items } = yield* repository.list(page)
      assert.strictEqual(items.find(({ kit }) => kit.xid === "kit-7")?.usedByPages, (groups / kits) * 2)
      const work = {
        list: yield* workIn(repository.list(page)),
        get: yield* workIn(repository.get({ reach, themeKitId: "kit-7" })),
        isUsed: yield* workIn(repository.isUsed(some)),
        isUnused: yield* workIn(repository.isUsed({ ...some, xid: themeKitXids.A_free }))
      }
      for (const [name, { passes, scans, versionsRead }] of Object.entries(work)) {
        assert.strictEqual(passes, 1, name)
        assert.isAtMost(versionsRead, mostRead, name)
        assert.notInclude([...scans], "Seq Scan", name)
        assert.isNotEmpty([...scans], name)
      }
      assert.isBelow(work.isUsed.versionsRead, work.isUnused.versionsRead)
    })
  )
})
