import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { assistantClientIds } from "../../../src/demo/demoAssistants.ts"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { organizationXid } from "../../../src/demo/demoOrganizations.ts"
import { operatorSubject } from "../../../src/demo/demoOperators.ts"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import * as Member from "../../support/member.ts"
import * as Partner from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"
import { host, pathOf, place, post, request, resource, statusAndCode, tokenOf } from "../../support/assistant.ts"

const metadata = "http://127.0.0.1:8080/.well-known/oauth-protected-resource"
const challengeOf = (answer: Service.Answer) => answer.headers.get("www-authenticate")
const ping = (headers: Readonly<Record<string, string>>, path?: string) => request(headers, "ping", undefined, path)
const refusal = (headers: Readonly<Record<string, string>>, path?: string) =>
  Effect.map(ping(headers, path), statusAndCode)

layer(Service.layer())("access to the assistant endpoint", (it) => {
  it.effect("INT-018: without a token the answer says where to get one", () =>
    Effect.gen(function* () {
      const answer = yield* ping({})
      assert.deepStrictEqual(statusAndCode(answer), [401, "missing_credential"])
      assert.strictEqual(challengeOf(answer), `Bearer resource_metadata="${metadata}", scope="hub:collaboration:read"`)
      assert.strictEqual(answer.headers.get("content-type"), "application/json")
      assert.strictEqual(answer.headers.get("cache-control"), "no-store")
      assert.strictEqual(answer.at("jsonrpc"), "2.0")
      assert.strictEqual(answer.at("id"), null)
      // The query is checked after the token.
      assert.strictEqual((yield* ping({}, "/api/operator-mcp")).status, 401)
    })
  )

  it.effect("INT-018, GEN-002, HUB-086: keys, cookies and the tokens of other surfaces are no credentials here", () =>
    Effect.gen(function* () {
      const operatorToken = yield* Partner.tokenOf("OT_A")
      const member = yield* Member.tokenFor("M1")
      const refused = {
        "hub key": { authorization: `Bearer ${hubKeys.KH_all}` },
        "partner key": { authorization: `Bearer ${partnerKeys.PA}` },
        "operator token": { authorization: `Bearer ${operatorToken}` },
        "member token": { authorization: `Bearer ${member}` },
        "another scheme": { authorization: "Basic dTpw" },
        "no scheme": { authorization: yield* tokenOf("AT_read") }
      }
      for (const [kind, headers] of Object.entries(refused)) {
        const answer = yield* ping(headers)
        assert.deepStrictEqual(statusAndCode(answer), [401, "invalid_access_token"], kind)
        assert.strictEqual(
          challengeOf(answer),
          `Bearer resource_metadata="${metadata}", error="invalid_token", scope="hub:collaboration:read"`,
          kind
        )
      }
      const elsewhere = { "x-api-key": partnerKeys.PA, cookie: "hub_session=anything" }
      assert.deepStrictEqual(yield* refusal(elsewhere), [401, "missing_credential"])
    })
  )

  it.effect("GEN-002: other surfaces answer 401 to an assistant host's token", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const headers = yield* host("AT_write")
      for (const path of ["/api/external/v1/brands", "/v1/partner/scope", "/v1/members/me"]) {
        assert.strictEqual((yield* call("GET", path, { headers })).status, 401, path)
      }
    })
  )

  it.effect("INT-020, INT-021, INT-022: a token for another resource is 401 invalid_access_token", () =>
    Effect.gen(function* () {
      for (const other of [`${resource}/`, resource.slice(0, -1), "http://127.0.0.1:8080", `${resource}?a=b`]) {
        assert.deepStrictEqual(
          yield* refusal(yield* host("AT_read", { resource: other })),
          [401, "invalid_access_token"],
          other
        )
      }
      assert.strictEqual((yield* ping(yield* host("AT_read"))).status, 200)
    })
  )

  it.effect("INT-030: an Origin other than the resource's is 403; none at all is accepted", () =>
    Effect.gen(function* () {
      const headers = yield* host("AT_read")
      assert.strictEqual((yield* ping(headers)).status, 200)
      assert.strictEqual((yield* ping({ ...headers, origin: "http://127.0.0.1:8080" })).status, 200)
      for (const origin of [
        "https://evil.example",
        "http://127.0.0.1:80801",
        "http://127.0.0.1",
        "null",
        "",
        resource
      ]) {
        assert.deepStrictEqual(yield* refusal({ ...headers, origin }), [403, "origin_not_allowed"], origin)
      }
      // Checked after the token's signature and before its client.
      assert.strictEqual((yield* ping({ origin: "https://evil.example" })).status, 401)
      const denied = yield* host("AT_read", { clientId: "unknown" })
      assert.deepStrictEqual(yield* refusal({ ...denied, origin: "https://evil.example" }), [403, "origin_not_allowed"])
    })
  )

  it.effect("INT-025: a client that is unknown or taken off the allowlist is refused", () =>
    Effect.gen(function* () {
      for (const clientId of ["unknown", assistantClientIds.denied, assistantClientIds.allowed.toUpperCase()]) {
        const headers = yield* host("AT_read", { clientId, scopes: [] })
        const answer = yield* ping(headers, pathOf({}))
        assert.deepStrictEqual(statusAndCode(answer), [403, "client_not_allowed"], clientId)
        assert.isNull(challengeOf(answer))
      }
    })
  )

  it.effect("INT-026: hub:collaboration:read is needed for every request, as a whole word", () =>
    Effect.gen(function* () {
      for (const scopes of [
        [],
        ["hub:collaboration:write"],
        ["hub:collaboration:readx"],
        ["xhub:collaboration:read"]
      ]) {
        const headers = yield* host("AT_read", { scopes })
        for (const method of ["initialize", "ping", "tools/list", "tools/call"]) {
          const answer = yield* request(headers, method, undefined, pathOf({}))
          assert.deepStrictEqual(statusAndCode(answer), [403, "insufficient_scope"], `${scopes} ${method}`)
          assert.strictEqual(
            challengeOf(answer),
            `Bearer resource_metadata="${metadata}", error="insufficient_scope", scope="hub:collaboration:read"`
          )
        }
      }
    })
  )

  it.effect("INT-017: organizationId and scopeId are required, once and well formed; others are ignored", () =>
    Effect.gen(function* () {
      const headers = yield* host("AT_read")
      const { organizationId, scopeId } = place
      for (const path of [
        "/api/operator-mcp",
        pathOf({ organizationId }),
        pathOf({ scopeId }),
        pathOf({ ...place, scopeId: "" }),
        pathOf({ ...place, scopeId: "-x" }),
        pathOf({ ...place, scopeId: "a b" }),
        pathOf({ ...place, scopeId: "a".repeat(181) }),
        pathOf({ ...place, organizationId: "" }),
        pathOf({ ...place, organizationId: "!" }),
        pathOf({ ...place, organizationId: "a".repeat(181) }),
        `${pathOf()}&scopeId=${scopeId}`,
        `${pathOf()}&organizationId=${organizationId}`
      ]) {
        assert.deepStrictEqual(yield* refusal(headers, path), [400, "invalid_parameter"], path)
      }
      assert.strictEqual((yield* ping(headers, `${pathOf()}&foo=bar`)).status, 200)
    })
  )

  it.effect("INT-024: the token's organization must stand for the one requested", () =>
    Effect.gen(function* () {
      const headers = yield* host("AT_read")
      const refused = [403, "organization_mismatch"]
      const at = (organizationId: string) => pathOf({ organizationId, scopeId: "ws-none" })
      for (const organizationId of [organizationXid("B"), "org_a", "unknown"]) {
        assert.deepStrictEqual(yield* refusal(headers, at(organizationId)), refused, organizationId)
      }
      for (const organization of ["org_b", "org_none", organizationXid("A")]) {
        assert.deepStrictEqual(
          yield* refusal(yield* host("AT_read", { organization }), at(place.organizationId)),
          refused
        )
      }
    })
  )

  it.effect("INT-023: the subject must be an active operator of the organization", () =>
    Effect.gen(function* () {
      for (const subject of [
        "nobody",
        operatorSubject("deactivated"),
        operatorSubject("b"),
        operatorSubject("staff")
      ]) {
        const headers = yield* host("AT_read", { subject })
        assert.deepStrictEqual(
          yield* refusal(headers, pathOf({ ...place, scopeId: "ws-none" })),
          [403, "operator_not_allowed"],
          subject
        )
      }
    })
  )

  it.effect("INT-031: an operator without hub:guests:read is 403 permission_denied", () =>
    Effect.gen(function* () {
      for (const name of ["none", "manage_only"] as const) {
        const headers = yield* host("AT_write", { subject: operatorSubject(name) })
        const answer = yield* ping(headers, pathOf({ ...place, scopeId: "ws-none" }))
        assert.deepStrictEqual(statusAndCode(answer), [403, "permission_denied"], name)
        assert.deepStrictEqual(answer.at("error.data.details.requiredPermissions"), ["hub:guests:read"])
      }
    })
  )

  it.effect("INT-011, INT-017: an unknown or foreign workspace is 404 before the message is read", () =>
    Effect.gen(function* () {
      const headers = yield* host("AT_read")
      for (const scopeId of ["ws-none", "ws-b-main"]) {
        const answer = yield* post(headers, "{", pathOf({ ...place, scopeId }))
        assert.deepStrictEqual(statusAndCode(answer), [404, "not_found"], scopeId)
      }
      assert.strictEqual((yield* ping(headers, pathOf({ ...place, scopeId: "ws-a-second" }))).status, 200)
    })
  )
})
