import { assert, it } from "@effect/vitest"
import { Effect, Record } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import { imageForm, onePixel } from "../support/http/form.ts"
import type { Call } from "../support/http/httpCall.ts"
import type { Database } from "../support/servers/Database.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { type ServerProcess, startServer } from "../support/servers/processes.ts"
import { postgres } from "../support/servers/servers.ts"
import { type Work, workUnderKills } from "./killing.ts"
import { partnerWrite } from "./racing.ts"

const kills = 10
const answersPerKill = 10

/** The pages that are edited, one by each worker, and where guests read them. */
const addresses = {
  V1_published: "/p/organization-a/v1-published",
  V2_published: "/p/organization-a/v2-published",
  A_everywhere: "/p/organization-a/a-everywhere"
} as const

const pathOf = (page: string) => `/pages/${demoIds.pages[page]}`

const upload = (page: string, alt: string): Call => {
  const { body, headers } = imageForm(onePixel, { fields: { alt } })
  const call = partnerWrite("POST", `${pathOf(page)}/featured-image`, body)
  return { ...call, headers: { ...call.headers, ...headers } }
}

/** Lets each statement that changes a page take 20 ms, so that most kills fall between two statements of a write. */
const slowDown = ({ query }: Database) =>
  Effect.forEach(
    [
      `CREATE FUNCTION take_time() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          PERFORM pg_sleep(0.02);
          RETURN NULL;
        END
      $$`,
      ...["blobs", "page_groups", "page_images", "page_versions"].map(
        (table) =>
          `CREATE TRIGGER ${table}_take_time AFTER INSERT OR UPDATE ON ${table}
            FOR EACH STATEMENT EXECUTE FUNCTION take_time()`
      )
    ],
    (statement) => query(statement)
  )

/** What a publication or an upload leaves if only a part of it is committed. */
const halves = ({ query }: Database) =>
  query(`
    SELECT 'an image without all of its bytes', i.id FROM page_images i
    WHERE 2 * cardinality(i.widths) <> (SELECT count(*) FROM blobs b WHERE split_part(b.key, '/', 2) = i.id)
    UNION ALL
    SELECT 'bytes without an image', b.key FROM blobs b
    WHERE NOT EXISTS (SELECT FROM page_images i WHERE i.id = split_part(b.key, '/', 2))
    UNION ALL
    SELECT 'a version without its image', n.id::text FROM page_versions n
    WHERE n.featured_image IS NOT NULL
      AND NOT EXISTS (SELECT FROM page_images i WHERE i.id = n.featured_image ->> 'imageId')
    UNION ALL
    SELECT 'a version without its audit entry', n.id::text FROM page_versions n
    JOIN page_groups g ON g.id = n.page_group_id
    WHERE n.published_at IS NOT NULL AND n.number > 1 AND 1 <> (
      SELECT count(*) FROM audit_log a
      WHERE a.action = 'page.published' AND a.subject = 'page:' || g.xid AND (a.after ->> 'version')::integer = n.number
    )`)

/** The headline of each published version, and the text of its image; the demo data has version 1. */
const published = ({ query }: Database, page: string) =>
  query(
    `SELECT n.headline, n.featured_image ->> 'alt' FROM page_versions n JOIN page_groups g ON g.id = n.page_group_id
    WHERE g.xid = $1 AND n.published_at IS NOT NULL AND n.number > 1 ORDER BY n.number`,
    [demoIds.pages[page]]
  )

postgres.describe("pages under kill -9", () => {
  it.live(
    `PAR-083, PAR-087, PAR-127: ${kills} kills lose no acknowledged upload or publication, and leave no half of one`,
    () =>
      Effect.gen(function* () {
        const database = yield* demoDatabase
        yield* slowDown(database)
        const one = yield* startServer(database)
        const other = yield* startServer(database)
        const servers: readonly [ServerProcess, ServerProcess] = [one, other]

        /** Publishes one draft after another, each with an image and a headline. Returns them in order. */
        const publishDrafts = Effect.fnUntraced(function* ({ isOver, send }: Work, page: string) {
          const acknowledged: Array<string> = []
          const path = pathOf(page)
          for (let turn = 0; !(yield* isOver); turn += 1) {
            const headline = `${page} ${turn}`
            for (const callOf of [
              () => partnerWrite("POST", `${path}/edit`),
              () => upload(page, headline),
              () => partnerWrite("PATCH", path, { headline })
            ]) {
              const reply = yield* send(callOf)
              assert.strictEqual(reply.status, 200, reply.text)
            }
            const reply = yield* send(() => partnerWrite("POST", `${path}/publish`))
            // If the process was killed after the commit, the first attempt took effect and a second one is refused.
            if (reply.status !== 200) assert.deepStrictEqual([reply.status, reply.at("code")], [409, "draft_required"])
            acknowledged.push(headline)
          }
          return acknowledged
        })

        const pages = Record.keys(addresses)
        const done = yield* workUnderKills(servers, { kills, answersPerKill }, pages, publishDrafts)

        for (const [index, page] of pages.entries()) {
          const acknowledged = done[index] ?? assert.fail(page)
          assert.isNotEmpty(acknowledged, page)
          assert.deepStrictEqual(
            yield* published(database, page),
            acknowledged.map((headline) => [headline, headline])
          )
          for (const server of servers) {
            const { status, text } = yield* server.call({ method: "GET", path: addresses[page] })
            assert.strictEqual(status, 200, text)
            assert.include(text, acknowledged.at(-1) ?? assert.fail(page))
          }
        }
        assert.deepStrictEqual(yield* halves(database), [])
      })
  )
})
