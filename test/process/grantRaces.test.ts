import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hubKeys } from "../../src/demo/demoHubKeys.ts"
import { demoIds } from "../../src/demo/demoIds.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { maxIntegrations } from "../../src/domain/settings/createIntegration.ts"
import { eventually } from "../support/eventually.ts"
import type { Call } from "../support/http/httpCall.ts"
import { Pair, pair } from "../support/servers/processes.ts"
import { postgres } from "../support/servers/servers.ts"
import { command, operatorWrite, organizationPath, signIn } from "./operators.ts"
import { codes, done, noDeadlock, race, times } from "./racing.ts"

const { other } = demoIds.integrations
const settings = `${organizationPath}/settings`

/** Races make more requests than a minute allows. Only a notification ends the use of a key. */
const limits = {
  HUB_KEY_CACHE_SECONDS: "60",
  HUB_LIMIT_ADDRESS: "1000000",
  HUB_LIMIT_OPERATOR: "1000000",
  HUB_LIMIT_OPERATOR_WRITES: "1000000",
  HUB_LIMIT_HUB_TRANSITION: "1000000"
}

type Headers = Readonly<Record<string, string>>

const grant = (headers: Headers, active: boolean): Call =>
  operatorWrite("PUT", `${settings}/integrations/${other}/grant`, headers, {
    scope: "ws-a-main",
    audience: { workspace: true, teamIds: [] },
    active,
    permissions: ["hub:api:actions:read", "hub:api:actions:claim", "hub:api:actions:complete"]
  })

const claim = (id: unknown): Call => ({
  method: "POST",
  path: "/api/external/v1/messaging?scope=ws-a-main",
  headers: { authorization: `Bearer ${hubKeys.KH_other}`, "idempotency-key": crypto.randomUUID() },
  body: { type: "claim", id, expectedVersion: 1 }
})

const handOff = (headers: Headers, id: unknown, expectedVersion: number) =>
  command(headers, { type: "hand_off", id, expectedVersion, to: { kind: "integration", id: other } })

/** Actions that an integration owns although no active grant covers them. */
const uncovered = `
  SELECT count(*)::int FROM actions a
  WHERE a.state = 'owned' AND a.owner_integration_id = (SELECT i.id FROM integrations i WHERE i.xid = '${other}')
    AND NOT EXISTS (
      SELECT FROM messaging_grants g
      WHERE g.integration_id = a.owner_integration_id AND g.workspace_id = a.workspace_id AND g.active
    )`

postgres.describe("settings between two processes over one database", () => {
  layer(pair(limits), { excludeTestServices: true })((it) => {
    it.effect(
      "INT-016: an integration never owns an Action without an active grant, even if it gets it as the grant ends",
      () =>
        Effect.gen(function* () {
          const { database } = yield* Pair
          const [first, second] = [yield* signIn("S_manage"), yield* signIn("S_manage2")]
          const make = Effect.suspend(() =>
            Effect.map(done(command(first, { type: "create_action", title: "A round", kind: "concierge" })), (made) =>
              made.at("action.id")
            )
          )
          const seen = new Set<string>()
          for (const round of times(50)) {
            yield* done(grant(first, true))
            const [handed, owned, claimed] = [yield* make, yield* make, yield* make]
            yield* done(handOff(first, owned, 1))
            // Over the rounds each call comes first, through either process.
            const calls = [handOff(first, handed, 1), grant(second, false), handOff(first, owned, 2), claim(claimed)]
            const replies = yield* race([...calls.slice(round % 4), ...calls.slice(0, round % 4)])
            for (const code of codes(replies)) seen.add(code)
            assert.strictEqual(yield* database.value(uncovered), 0, JSON.stringify(codes(replies)))
          }
          const expected = new Set([
            "200 undefined",
            "400 owner_not_eligible",
            "403 grant_inactive",
            // The Action was released, so its version is another.
            "409 version_conflict"
          ])
          assert.deepStrictEqual(
            [...seen].filter((code) => !expected.has(code)),
            []
          )
          assert.include([...seen], "400 owner_not_eligible")
          yield* noDeadlock
        })
    )

    it.effect("INT-016: an organization has at most 100 integrations, even if the last ones are created at once", () =>
      Effect.gen(function* () {
        const { database } = yield* Pair
        const headers = yield* signIn("S_manage")
        const count = "SELECT count(*)::int FROM integrations WHERE organization_id = $1"
        const unfill = "DELETE FROM integrations WHERE name IN ('Filler', 'Last')"
        const organization = [organizationIds.A]
        const fill = Effect.flatMap(database.value(count, organization), (made) =>
          database.query(
            `INSERT INTO integrations (organization_id, xid, name, origin)
             SELECT ${organizationIds.A}, gen_random_uuid()::text, 'Filler', 'settings'
             FROM generate_series(1, ${maxIntegrations - 1 - Number(made)})`
          )
        )
        for (const round of times(5)) {
          yield* database.query(unfill)
          yield* fill
          const create = () => operatorWrite("POST", `${settings}/integrations`, headers, { name: "Last" })
          assert.deepStrictEqual(
            codes(yield* race(times(10).map(create))).toSorted(),
            ["201 undefined", ...times(9).map(() => "409 limit_reached")],
            `round ${round}`
          )
          assert.strictEqual(yield* database.value(count, organization), maxIntegrations)
        }
        yield* database.query(unfill)
      })
    )

    it.effect("INT-016: ten grants that are set at once for an integration without one leave one row", () =>
      Effect.gen(function* () {
        const { database } = yield* Pair
        const headers = yield* signIn("S_manage")
        const made = yield* done(operatorWrite("POST", `${settings}/integrations`, headers, { name: "Racing" }), 201)
        const id = String(made.at("id"))
        const body = {
          scope: "ws-a-main",
          audience: { workspace: true, teamIds: [] },
          active: true,
          permissions: ["hub:api:actions:read"]
        }
        const path = `${settings}/integrations/${id}/grant`
        const replies = yield* race(times(10).map(() => operatorWrite("PUT", path, headers, body)))
        assert.deepStrictEqual(new Set(codes(replies)), new Set(["200 undefined"]))
        const grants = yield* database.value(
          `SELECT count(*)::int FROM messaging_grants g JOIN integrations i ON i.id = g.integration_id WHERE i.xid = '${id}'`
        )
        assert.strictEqual(grants, 1)
      })
    )

    it.effect("INT-016: a key that is revoked in one process is refused in the other at once", () =>
      Effect.gen(function* () {
        const { other: elsewhere } = yield* Pair
        const headers = yield* signIn("S_manage")
        const keys = `${settings}/integrations/${demoIds.integrations.brands}/keys`
        const made = yield* done(
          operatorWrite("POST", keys, headers, { name: "Robots", permissions: ["hub:api:brands:read"] }),
          201
        )
        const brands: Call = {
          method: "GET",
          path: "/api/external/v1/brands",
          headers: { authorization: `Bearer ${String(made.at("secret"))}` }
        }
        assert.strictEqual((yield* elsewhere.call(brands)).status, 200)
        yield* done(operatorWrite("DELETE", `${keys}/${String(made.at("id"))}`, headers), 204)
        const isRefused = Effect.map(elsewhere.call(brands), ({ status }) => {
          assert.include([200, 401], status)
          return status === 401
        })
        // Long before the cached key expires, which it does after a minute.
        yield* eventually("the other process refuses the key", isRefused, 30)
      })
    )

    it.effect("GEN-009, INT-016: the database holds neither the secret of a key nor the token of a link", () =>
      Effect.gen(function* () {
        const { database } = yield* Pair
        const headers = yield* signIn("S_manage")
        const made = yield* done(
          operatorWrite("POST", `${settings}/integrations/${other}/keys`, headers, {
            name: "Robots",
            permissions: ["hub:api:brands:read"]
          }),
          201
        )
        const rotated = yield* done(
          operatorWrite("POST", `${settings}/invite-links/${demoIds.venues.V1}/rotate`, headers)
        )
        const tables = yield* database.query(
          "SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
        )
        const dump = yield* Effect.forEach(tables, ([table]) =>
          database.query(`SELECT t::text FROM ${String(table)} t`)
        )
        const text = JSON.stringify(dump)
        assert.include(text, String(made.at("id")), "the dump has the key")
        assert.notInclude(text, String(made.at("secret")))
        assert.notInclude(text, String(rotated.at("inviteLinkToken")))
      })
    )
  })
})
