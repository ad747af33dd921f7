import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { decodeJwt } from "jose"
import { hub, type Run } from "../support/servers/hub.ts"

const claimsOf = ({ stdout }: Run) => decodeJwt(stdout.trim())

describe("hub token", () => {
  it.live("mints a member token with the requested lifetime", () =>
    Effect.gen(function* () {
      const claims = claimsOf(yield* hub({}, ..."token member --subject member-one --ttl 2d --unverified".split(" ")))
      assert.strictEqual(claims.sub, "member-one")
      assert.strictEqual(claims["email_verified"], false)
      assert.strictEqual(Number(claims.exp) - Number(claims.iat), 2 * 86_400)
    })
  )

  it.live("mints an operator token with every requested permission", () =>
    Effect.gen(function* () {
      const args =
        "token operator --subject operator-one --organization org_a --permission a:read --permission b:write --json"
      const run = yield* hub({}, ...args.split(" "))
      const claims = decodeJwt(String(run.at("token")))
      assert.deepStrictEqual(claims["app:hub:permissions"], ["a:read", "b:write"])
      assert.strictEqual(claims["app:hub:org_id"], "org_a")
      assert.strictEqual(run.at("expiresAt"), new Date(Number(claims.exp) * 1000).toISOString())
    })
  )

  it.live("mints an assistant token for the service at the given URL", () =>
    Effect.gen(function* () {
      const args =
        "token assistant --subject x --organization org_a --permission a --permission b --base-url https://h.example/"
      const claims = claimsOf(yield* hub({}, ...args.split(" ")))
      assert.strictEqual(claims.aud, "https://h.example/api/operator-mcp")
      assert.strictEqual(claims["scope"], "a b")
      assert.deepStrictEqual([claims["client_id"], claims["org_id"]], ["hub-assistant", "org_a"])
      const configured = { HUB_ASSISTANT_RESOURCE: "https://assistants.example/api/operator-mcp" }
      const other = yield* hub(configured, ..."token assistant --subject x --organization o --client c".split(" "))
      assert.deepStrictEqual(
        [claimsOf(other).aud, claimsOf(other)["client_id"], claimsOf(other)["scope"]],
        [configured.HUB_ASSISTANT_RESOURCE, "c", ""]
      )
    })
  )

  it.live("refuses to mint a member token if HUB_MEMBER_ISSUER is set", () =>
    Effect.gen(function* () {
      const issuer = {
        HUB_MEMBER_ISSUER: "https://login.example.com/",
        HUB_MEMBER_AUDIENCE: "members",
        HUB_MEMBER_JWKS_URL: "https://login.example.com/jwks"
      }
      const { code, stderr, stdout } = yield* hub(issuer, "token", "member", "--subject", "x")
      assert.deepStrictEqual([code, stdout], [1, ""])
      assert.include(stderr, "HUB_MEMBER_ISSUER is set")
    })
  )

  it.live("refuses an invalid lifetime", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* hub({}, ..."token member --subject x --ttl 5y".split(" "))
      assert.strictEqual(code, 1)
      assert.include(stderr, "such as 90d")
    })
  )
})
