import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { partnerKeys } from "../../src/demo/demoPartnerKeys.ts"
import { eventually } from "../support/eventually.ts"
import type { Call, Reply } from "../support/http/httpCall.ts"
import { Pair, pair } from "../support/servers/processes.ts"
import { postgres } from "../support/servers/servers.ts"
import { holdRows } from "../support/servers/holdRows.ts"
import { race, read, tally, times, withStatus } from "./racing.ts"

const rounds = times(50)
const path = "/v1/partner/theme-kits"

const write = (method: Call["method"], of: string, body?: unknown, key: "PA" | "PB" = "PA"): Call => ({
  method,
  path: `${path}${of}`,
  headers: { "x-api-key": partnerKeys[key], "idempotency-key": crypto.randomUUID() },
  ...(body === undefined ? {} : { body })
})

const create = (key: "PA" | "PB" = "PA") => write("POST", "", { name: "Race", colors: {}, fonts: {} }, key)
const setDefault = (id: string) => write("POST", `/${id}/set-default`)
const remove = (id: string) => write("DELETE", `/${id}`)

const made = Effect.gen(function* () {
  const { one } = yield* Pair
  const reply = yield* one.call(create())
  assert.strictEqual(reply.status, 201, reply.text)
  return String(reply.at("themeKitId"))
})

const get = (id: string) => read({ method: "GET", path: `${path}/${id}`, headers: { "x-api-key": partnerKeys.PA } })

const defaultsOf = (organization: "A" | "B") =>
  Effect.flatMap(Pair, ({ database }) =>
    database.query("SELECT xid FROM theme_kits WHERE organization_id = $1 AND is_default", [
      organizationIds[organization]
    ])
  )

const codes = (replies: ReadonlyArray<Reply>) => replies.map(({ at, status }) => `${status} ${String(at("code"))}`)

/** Whether exactly `count` sessions wait for a lock. */
const waiting = (count: number) =>
  Effect.flatMap(Pair, ({ database }) =>
    Effect.map(
      database.value(
        "SELECT count(*)::integer FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
      ),
      (found) => found === count
    )
  )

/** Applies a kit to a draft as a page does: the kit is locked so that it is not removed meanwhile. */
const applyKit = `
  WITH kit AS (SELECT xid FROM theme_kits WHERE xid = $1 FOR SHARE)
  UPDATE page_versions v SET theme = jsonb_set(v.theme, '{themeKitId}', to_jsonb(kit.xid))
  FROM kit WHERE v.published_at IS NULL
    AND v.page_group_id = (SELECT g.id FROM page_groups g WHERE g.xid = $2)`

postgres.describe("theme kits, two processes over one database", () => {
  layer(pair({ HUB_JOBS: "0" }), { excludeTestServices: true })((it) => {
    it.effect("PAR-110: of kits that are made the default at once exactly one is, and each was in turn", () =>
      Effect.gen(function* () {
        const kits = yield* Effect.forEach(times(4), () => made)
        for (const round of rounds) {
          const calls = kits.map((_, n) => setDefault(kits[(n + round) % kits.length] ?? ""))
          const replies = yield* race(calls)
          assert.deepStrictEqual(tally(replies), { 200: 4 }, replies.map(({ text }) => text).join())
          assert.lengthOf(yield* defaultsOf("A"), 1)
        }
        const { database } = yield* Pair
        const broken = yield* database.query(
          `SELECT id FROM (
              SELECT id, before, lag(after) OVER (ORDER BY id) AS previous FROM audit_log
              WHERE action = 'theme_kit.made_default'
            ) entry WHERE previous IS NOT NULL AND previous::text <> before::text`
        )
        assert.deepStrictEqual(broken, [])
      })
    )

    it.effect("PAR-110: of the first kits of an organization that are made at once exactly one is the default", () =>
      Effect.gen(function* () {
        const { database } = yield* Pair
        for (const round of rounds) {
          yield* database.query("DELETE FROM theme_kits WHERE organization_id = $1", [organizationIds.B])
          const replies = yield* race(times(4).map(() => create("PB")))
          assert.deepStrictEqual(tally(replies), { 201: 4 }, replies.map(({ text }) => text).join())
          const first = replies.filter(({ at }) => at("isDefault") === true)
          assert.lengthOf(first, 1, `round ${round}`)
          assert.deepStrictEqual(yield* defaultsOf("B"), [[first[0]?.at("themeKitId")]])
        }
      })
    )

    it.effect("PAR-110, PAR-131: a kit that is deleted while it becomes the default is gone, or resource_in_use", () =>
      Effect.gen(function* () {
        for (const round of rounds) {
          const id = yield* made
          const calls = [remove(id), setDefault(id)]
          const replies = yield* race(round % 2 === 0 ? calls : calls.toReversed())
          const [removed, set] = round % 2 === 0 ? replies : replies.toReversed()
          const outcome = codes([removed, set].flatMap((reply) => reply ?? [])).join()
          assert.include(["204 undefined,404 not_found", "409 resource_in_use,200 undefined"], outcome)
          assert.lengthOf(yield* defaultsOf("A"), 1)
        }
      })
    )

    it.effect(
      "PAR-110: a change of the default kit is kept when another kit becomes the default at the same time",
      () =>
        Effect.gen(function* () {
          const kits = [yield* made, yield* made]
          const [first = ""] = kits
          assert.deepStrictEqual(tally(yield* race([setDefault(first)])), { 200: 1 })
          for (const round of rounds) {
            const [former = "", next = ""] = round % 2 === 0 ? kits : kits.toReversed()
            const before = Number((yield* get(former)).at("version"))
            const name = `Round ${round}`
            const replies = yield* race([write("PATCH", `/${former}`, { name }), setDefault(next)])
            assert.deepStrictEqual(tally(replies), { 200: 2 }, replies.map(({ text }) => text).join())
            const { at } = yield* get(former)
            assert.deepStrictEqual([at("name"), at("isDefault"), at("version")], [name, false, before + 2])
          }
        })
    )

    it.effect(
      "PAR-131: of two changes of one version of a kit exactly one is made, the other is version_conflict",
      () =>
        Effect.gen(function* () {
          const id = yield* made
          for (const version of rounds.map((n) => n + 1)) {
            const patch = (name: string) => write("PATCH", `/${id}`, { name, expectedVersion: version })
            const replies = yield* race([patch(`A ${version}`), patch(`B ${version}`)])
            assert.deepStrictEqual(codes(replies).toSorted(), ["200 undefined", "409 version_conflict"])
            assert.strictEqual(withStatus(replies, 409)[0]?.at("details.currentVersion"), version + 1)
          }
        })
    )

    it.effect(
      "PAR-110, PAR-131: deleting a kit waits for a page that is applying it, and is then resource_in_use",
      () =>
        Effect.gen(function* () {
          const { database, one } = yield* Pair
          const id = yield* made
          const held = yield* holdRows(database, applyKit, [id, demoIds.pages["V1_published_draft"]])
          const removing = yield* Effect.forkChild(one.call(remove(id)))
          yield* eventually("the removal waits for the page", waiting(1))
          yield* held.release
          const reply = yield* Fiber.join(removing)
          assert.deepStrictEqual([...codes([reply]), reply.at("details.usedBy")], ["409 resource_in_use", "pages"])
          assert.strictEqual((yield* get(id)).at("usedByPages"), 1)
        }).pipe(Effect.scoped)
    )

    it.effect("PAR-110: a page that applies a kit while it is deleted finds none", () =>
      Effect.gen(function* () {
        const { database, one } = yield* Pair
        const id = yield* made
        const held = yield* holdRows(database, "LOCK TABLE page_theme_kits IN ACCESS EXCLUSIVE MODE", [])
        const removing = yield* Effect.forkChild(one.call(remove(id)))
        yield* eventually("the removal looks for uses", waiting(1))
        const applying = yield* Effect.forkChild(
          database.query("SELECT xid FROM theme_kits WHERE xid = $1 FOR SHARE", [id])
        )
        yield* eventually("the page waits for the removal", waiting(2))
        yield* held.release
        assert.deepStrictEqual(codes([yield* Fiber.join(removing)]), ["204 undefined"])
        assert.deepStrictEqual(yield* Fiber.join(applying), [])
      }).pipe(Effect.scoped)
    )
  })
})
