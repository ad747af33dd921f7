import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createServer } from "node:http"
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from "jose"
import { assistantClientIds } from "../../../src/demo/demoAssistants.ts"
import { demoDataset } from "../../../src/demo/demoDataset.ts"
import { operatorSubject } from "../../../src/demo/demoOperators.ts"
import { organizationIds } from "../../../src/demo/demoOrganizations.ts"
import { request, statusAndCode } from "../../support/assistant.ts"
import { eventually } from "../../support/eventually.ts"
import { bearer } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

const pairs = {
  old: await generateKeyPair("RS256", { extractable: true }),
  new: await generateKeyPair("RS256", { extractable: true })
}
type Kid = keyof typeof pairs

const publicKey = async (kid: Kid): Promise<JWK> => ({ ...(await exportJWK(pairs[kid].publicKey)), kid, alg: "RS256" })

const resource = "https://hub.example.com/api/operator-mcp"

/** An authorization server; `state.keys` are the keys that it publishes, undefined while it is down. */
const authorizationServer = Effect.gen(function* () {
  const state: { keys: ReadonlyArray<Kid> | undefined; paths: Set<string> } = { keys: ["old"], paths: new Set() }
  const server = createServer((incoming, response) => {
    state.paths.add(String(incoming.url))
    if (state.keys === undefined) response.destroy()
    else {
      void Promise.all(state.keys.map(publicKey)).then((keys) =>
        response.setHeader("content-type", "application/json").end(JSON.stringify({ keys }))
      )
    }
  })
  const port = yield* Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0))
      })
    }),
    () =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  )
  return { issuer: `http://127.0.0.1:${port}`, state }
})

const seconds = () => Math.floor(performance.timeOrigin + performance.now()) / 1000

const tokenOf = (issuer: string, kid: Kid, change: JWTPayload = {}) =>
  Effect.promise(() =>
    new SignJWT({
      iss: issuer,
      aud: resource,
      sub: operatorSubject("manage"),
      org_id: "org_of_the_issuer",
      client_id: assistantClientIds.allowed,
      scope: "hub:collaboration:read",
      iat: Math.floor(seconds()),
      exp: Math.floor(seconds()) + 600,
      ...change
    })
      .setProtectedHeader({ alg: "RS256", kid })
      .sign(pairs[kid].privateKey)
  )

const ping = (issuer: string, kid: Kid, change?: JWTPayload) =>
  Effect.flatMap(tokenOf(issuer, kid, change), (token) => request(bearer(token), "ping"))

/** A service that trusts `issuer`, which has its own id for the organization. */
const serving = (issuer: string) =>
  Service.layer({
    environment: { HUB_ASSISTANT_OAUTH_ISSUER: issuer, HUB_ASSISTANT_RESOURCE: resource },
    dataset: (now) => {
      const demo = demoDataset(now)
      const identity = { provider: issuer, providerOrgId: "org_of_the_issuer", organizationId: organizationIds.A }
      return { ...demo, organizationIdentities: [...demo.organizationIdentities, identity] }
    }
  })

describe("the keys of an authorization server", () => {
  it.live("INT-019, INT-024: are read below the issuer, whose organization ids are mapped as its own", () =>
    Effect.gen(function* () {
      const { issuer, state } = yield* authorizationServer
      yield* Effect.gen(function* () {
        assert.strictEqual((yield* ping(issuer, "old")).status, 200)
        assert.deepStrictEqual([...state.paths], ["/oauth2/jwks"])
        const other = yield* ping(issuer, "old", { org_id: "org_a" })
        assert.deepStrictEqual(statusAndCode(other), [403, "organization_mismatch"])
        const { call } = yield* Service.Service
        const metadata = yield* call("GET", "/.well-known/oauth-protected-resource")
        assert.deepStrictEqual(metadata.at("authorization_servers"), [issuer])
        assert.strictEqual(metadata.at("resource"), resource)
        const challenge = (yield* request({}, "ping")).headers.get("www-authenticate")
        assert.include(
          String(challenge),
          'resource_metadata="https://hub.example.com/.well-known/oauth-protected-resource"'
        )
        for (const change of [{ iss: `${issuer}/` }, { aud: `${resource}/` }]) {
          assert.deepStrictEqual(statusAndCode(yield* ping(issuer, "old", change)), [401, "invalid_access_token"])
        }
        assert.strictEqual((yield* ping(issuer, "old", { aud: ["https://other.example", resource] })).status, 200)
      }).pipe(Effect.provide(serving(issuer)))
    }).pipe(Effect.scoped)
  )

  it.live("INT-019: a new key is accepted once it is published, and not before", () =>
    Effect.gen(function* () {
      const { issuer, state } = yield* authorizationServer
      yield* Effect.gen(function* () {
        assert.strictEqual((yield* ping(issuer, "old")).status, 200)
        assert.strictEqual((yield* ping(issuer, "new")).status, 401)
        state.keys = ["new"]
        yield* eventually(
          "the new key is accepted",
          Effect.map(ping(issuer, "new"), ({ status }) => status === 200)
        )
      }).pipe(Effect.provide(serving(issuer)))
    }).pipe(Effect.scoped)
  )

  it.live("INT-019: without a key at hand nobody is let in, with a 503 that has no challenge", () =>
    Effect.gen(function* () {
      const { issuer, state } = yield* authorizationServer
      state.keys = undefined
      yield* Effect.gen(function* () {
        const answer = yield* ping(issuer, "old")
        assert.deepStrictEqual(statusAndCode(answer), [503, "identity_provider_unavailable"])
        assert.isNull(answer.headers.get("www-authenticate"))
        state.keys = ["old"]
        yield* eventually(
          "the issuer is back",
          Effect.map(ping(issuer, "old"), ({ status }) => status === 200)
        )
      }).pipe(Effect.provide(serving(issuer)))
    }).pipe(Effect.scoped)
  )
})
