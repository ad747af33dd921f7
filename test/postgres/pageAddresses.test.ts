import { assert, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import { assignCustomDomain } from "../../src/domain/pages/assignCustomDomain.ts"
import { CustomDomainInUse } from "../../src/domain/pages/PageErrors.ts"
import { publishPage } from "../../src/domain/pages/publishPage.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { DuplicateResource } from "../../src/domain/shared/ResourceConflicts.ts"
import { asDesk } from "../support/arrivalDesk.ts"
import { eventually } from "../support/eventually.ts"
import { ofA } from "../support/reaches.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { holdRows } from "../support/servers/holdRows.ts"
import { isWaiting } from "../support/servers/lockWaits.ts"
import { postgres } from "../support/servers/servers.ts"
import { servicesOn } from "../support/servers/servicesOn.ts"

const { customDomains, pages } = demoIds

const asEditor = <A, E, R>(edit: Effect.Effect<A, E, R>) => asDesk(ofA)(atomically(edit))

/** How an edit of a page is refused while a change of the page `other` is not yet committed. */
const refusedBeside = Effect.fnUntraced(function* <A, E, R>(
  other: string,
  prepare: string,
  edit: Effect.Effect<A, E, R>
) {
  const database = yield* demoDatabase
  const services = yield* servicesOn(database, { pool: 3, statementTimeout: Duration.seconds(30) })
  yield* database.query(prepare)
  const held = yield* holdRows(database, "UPDATE page_groups SET name = name WHERE xid = $1", [other])
  const refused = yield* Effect.raceFirst(
    Effect.provide(Effect.flip(asEditor(edit)), services),
    Effect.as(eventually("the edit waits", isWaiting(database)), "waiting")
  )
  yield* held.release
  return refused
})

postgres.describe("addresses of pages on PostgreSQL", () => {
  it.live("PAR-087: a page is not published under the slug of another, without waiting for a change of that page", () =>
    Effect.gen(function* () {
      const { V1_published: other = "", V2_published_draft: page = "" } = pages
      const takeSlug = `UPDATE page_versions SET slug = (SELECT published_slug FROM page_groups WHERE xid = '${other}')
        WHERE page_group_id = (SELECT id FROM page_groups WHERE xid = '${page}') AND published_at IS NULL`
      const refused = yield* refusedBeside(other, takeSlug, publishPage(page))
      assert.deepStrictEqual(refused, new DuplicateResource({ field: "slug" }))
    })
  )

  it.live("PAR-082: a page does not get the domain of another, without waiting for a change of that page", () =>
    Effect.gen(function* () {
      const { V1_published: other = "", V2_published: page = "" } = pages
      const { A_free: domain = "" } = customDomains
      const give = `UPDATE page_groups SET custom_domain_id = (SELECT id FROM custom_domains WHERE xid = '${domain}')
        WHERE xid = '${other}'`
      const refused = yield* refusedBeside(other, give, assignCustomDomain(page, domain))
      assert.deepStrictEqual(refused, new CustomDomainInUse())
    })
  )
})
