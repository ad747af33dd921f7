import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Result, type Scope } from "effect"
import { createServer, type Server, type ServerResponse } from "node:http"
import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose"
import { AccessTokens } from "../../src/domain/access/AccessTokens.ts"
import { TokenRefused } from "../../src/domain/access/CredentialErrors.ts"
import { failureOf } from "../../src/domain/shared/Failure.ts"
import type { Fetching } from "../../src/layers/accessTokens/remoteKeys.ts"
import * as AccessTokensLayer from "../../src/layers/AccessTokensLayer.ts"
import { anHour } from "../support/anHour.ts"

const pairs = {
  old: await generateKeyPair("RS256", { extractable: true }),
  new: await generateKeyPair("RS256", { extractable: true }),
  other: await generateKeyPair("RS256", { extractable: true })
}

const publicKey = (kid: keyof typeof pairs) =>
  Effect.promise(async (): Promise<JWK> => ({ ...(await exportJWK(pairs[kid].publicKey)), kid, alg: "RS256" }))

const tokenOf = (signer: keyof typeof pairs, subject = "member-1", kid: string | null = signer) =>
  Effect.promise(() =>
    new SignJWT({ iss: "https://login.example.com", aud: "hub-members", sub: subject, iat: 0, exp: 600 })
      .setProtectedHeader({ alg: "RS256", ...(kid === null ? {} : { kid }) })
      .sign(pairs[signer].privateKey)
  )

interface Issuer {
  readonly url: string
  /** How the issuer answers from now on. */
  answer: (response: ServerResponse) => void
  readonly count: () => number
}

const issuer: Effect.Effect<Issuer, never, Scope.Scope> = Effect.acquireRelease(
  Effect.callback<{ issuer: Issuer; server: Server }>((resume) => {
    let count = 0
    const server = createServer((_, response) => {
      count++
      made.answer(response)
    })
    const made = { url: "", answer: (response: ServerResponse) => void response.end(), count: () => count }
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = typeof address === "object" ? address?.port : undefined
      made.url = `http://127.0.0.1:${port}/jwks`
      resume(Effect.succeed({ issuer: made, server }))
    })
  }),
  ({ server }) =>
    Effect.sync(() => {
      server.close()
      server.closeAllConnections()
    })
).pipe(Effect.map(({ issuer }) => issuer))

const publishing =
  (...keys: ReadonlyArray<JWK>) =>
  (response: ServerResponse) =>
    void response.setHeader("content-type", "application/json").end(JSON.stringify({ keys }))

const verifying = Effect.fnUntraced(function* (jwksUrl: string, options: Partial<Fetching>) {
  const trusted = { issuer: "https://login.example.com", audience: "hub-members", jwksUrl }
  const services = yield* Layer.build(
    AccessTokensLayer.layerRemote(
      { member: trusted, operator: trusted },
      { pauseMs: 0, cooldownMs: 0, timeoutMs: anHour, ...options }
    )
  )
  return (token: string) => AccessTokens.use((tokens) => tokens.verify("member", token)).pipe(Effect.provide(services))
})

const nap = (ms: number) => Effect.promise(() => new Promise((resolve) => setTimeout(resolve, ms)))

describe("the keys of an issuer", () => {
  it.effect("MEM-003, PAR-093: are fetched once for many tokens", () =>
    Effect.gen(function* () {
      const remote = yield* issuer
      remote.answer = publishing(yield* publicKey("old"))
      const verify = yield* verifying(remote.url, {})
      const tokens = yield* Effect.forEach(["a", "b", "c"], (subject) => tokenOf("old", subject))
      yield* Effect.forEach(tokens, verify, { concurrency: 3 })
      assert.strictEqual(remote.count(), 1)
    })
  )

  it.effect("MEM-003, PAR-093: are fetched again for a key id not seen before, so a rotated key is accepted", () =>
    Effect.gen(function* () {
      const remote = yield* issuer
      remote.answer = publishing(yield* publicKey("old"))
      const verify = yield* verifying(remote.url, {})
      yield* verify(yield* tokenOf("old"))
      assert.strictEqual((yield* Effect.flip(verify(yield* tokenOf("new"))))._tag, "TokenRefused")
      remote.answer = publishing(yield* publicKey("old"), yield* publicKey("new"))
      assert.strictEqual((yield* verify(yield* tokenOf("new"))).subject, "member-1")
      yield* verify(yield* tokenOf("old", "member-2"))
    })
  )

  it.effect("MEM-003, PAR-093: are not fetched for every unknown key id", () =>
    Effect.gen(function* () {
      const remote = yield* issuer
      remote.answer = publishing(yield* publicKey("old"))
      const verify = yield* verifying(remote.url, { cooldownMs: anHour })
      for (const subject of ["a", "b", "c"]) {
        const error = yield* Effect.flip(verify(yield* tokenOf("new", subject)))
        assert.strictEqual(error._tag, "TokenRefused")
      }
      assert.strictEqual(remote.count(), 2, "the first fetch, and one for all unknown ids")
    })
  )

  it.effect("MEM-003, PAR-093, INT-019: a key published right after a fetch is accepted at once", () =>
    Effect.gen(function* () {
      const remote = yield* issuer
      remote.answer = publishing(yield* publicKey("old"))
      const verify = yield* verifying(remote.url, { cooldownMs: anHour })
      yield* verify(yield* tokenOf("old"))
      remote.answer = publishing(yield* publicKey("old"), yield* publicKey("new"))
      const tokens = yield* Effect.forEach(["a", "b", "c"], (subject) => tokenOf("new", subject))
      yield* Effect.forEach(tokens, verify, { concurrency: 3 })
      assert.strictEqual(remote.count(), 2)
      assert.strictEqual((yield* Effect.flip(verify(yield* tokenOf("other"))))._tag, "TokenRefused")
      assert.strictEqual(remote.count(), 2)
    })
  )

  it.effect("MEM-003: are refreshed, so that a withdrawn key stops working", () =>
    Effect.gen(function* () {
      const remote = yield* issuer
      remote.answer = publishing(yield* publicKey("old"))
      const verify = yield* verifying(remote.url, { refreshMs: 20 })
      yield* verify(yield* tokenOf("old", "a"))
      remote.answer = publishing(yield* publicKey("new"))
      yield* nap(30)
      let n = 0
      const outcome = Effect.suspend(() => tokenOf("old", `member-${n++}`)).pipe(
        Effect.flatMap((token) => Effect.result(verify(token))),
        Effect.tap(nap(20))
      )
      const last = yield* Effect.repeat(outcome, { until: Result.isFailure, times: 200 })
      assert.isTrue(Result.isFailure(last) && last.failure._tag === "TokenRefused")
    })
  )

  it.effect("MEM-003, PAR-093: while they cannot be fetched or read, every token is IssuerUnavailable", () =>
    Effect.gen(function* () {
      const remote = yield* issuer
      const verify = yield* verifying(remote.url, {})
      const briefly = yield* verifying(remote.url, { timeoutMs: 100 })
      const token = yield* tokenOf("old")
      const answers: ReadonlyArray<readonly [verify: typeof verify, answer: (response: ServerResponse) => void]> = [
        [verify, (response) => response.destroy()],
        [verify, (response) => response.writeHead(500).end()],
        [verify, (response) => response.writeHead(302, { location: "/elsewhere" }).end()],
        [verify, (response) => void response.end("not json")],
        [verify, (response) => void response.end('{"keys":[7]}')],
        [briefly, (response) => void response.write("{")],
        [briefly, () => {}]
      ]
      for (const [verifyWith, answer] of answers) {
        remote.answer = answer
        const error = yield* Effect.flip(verifyWith(token))
        assert.strictEqual(error._tag, "IssuerUnavailable")
        assert.strictEqual(failureOf(error)?.kind, "unavailable")
        assert.strictEqual(failureOf(error)?.code, "identity_provider_unavailable")
      }
      remote.answer = publishing(yield* publicKey("old"))
      yield* verify(token)
    })
  )

  it.effect("MEM-003, PAR-093: are not fetched again at once after a failure", () =>
    Effect.gen(function* () {
      const remote = yield* issuer
      remote.answer = (response) => response.destroy()
      const verify = yield* verifying(remote.url, { pauseMs: anHour })
      const token = yield* tokenOf("old")
      for (let n = 0; n < 5; n++) yield* Effect.flip(verify(token))
      assert.strictEqual(remote.count(), 1)
      const afterPause = yield* verifying(remote.url, { pauseMs: 20 })
      yield* Effect.flip(afterPause(token))
      remote.answer = publishing(yield* publicKey("old"))
      yield* nap(30)
      yield* afterPause(token)
      yield* Effect.flip(verify(token))
    })
  )

  it.effect("MEM-003, PAR-093: stay valid through an outage of the issuer once fetched, but not for ever", () =>
    Effect.gen(function* () {
      const remote = yield* issuer
      remote.answer = publishing(yield* publicKey("old"))
      const verify = yield* verifying(remote.url, { refreshMs: 10, trustMs: anHour })
      const briefly = yield* verifying(remote.url, { refreshMs: 10, trustMs: 40 })
      for (const one of [verify, briefly]) yield* one(yield* tokenOf("old", "a"))
      remote.answer = (response) => response.destroy()
      yield* nap(50)
      yield* verify(yield* tokenOf("old", "b"))
      yield* verify(yield* tokenOf("old", "c"))
      assert.strictEqual((yield* Effect.flip(verify(yield* tokenOf("new"))))._tag, "IssuerUnavailable")
      assert.strictEqual((yield* Effect.flip(briefly(yield* tokenOf("old", "d"))))._tag, "IssuerUnavailable")
    })
  )

  it.effect("MEM-003, PAR-093: a malformed or unsupported key does not affect others in its set", () =>
    Effect.gen(function* () {
      const remote = yield* issuer
      const good = yield* publicKey("old")
      const secret = yield* Effect.promise(() => exportJWK(pairs.new.privateKey))
      const others: ReadonlyArray<unknown> = [
        7,
        null,
        {},
        { kty: "RSA", kid: "old-2", n: "!", e: "AQAB" },
        { kty: "RSA", kid: "new", alg: "RS256" },
        { ...secret, kid: "new" },
        { kty: "EC", kid: "new", crv: "P-256", x: "1", y: "2" },
        { kty: "oct", kid: "new", k: "AAAA" },
        { kty: "future", kid: "new" }
      ]
      for (const other of [...others.map((one) => [one]), others]) {
        remote.answer = (response) => void response.end(JSON.stringify({ keys: [...other, good] }))
        const verify = yield* verifying(remote.url, {})
        assert.strictEqual((yield* verify(yield* tokenOf("old"))).subject, "member-1", JSON.stringify(other))
      }
    })
  )

  it.effect(
    "MEM-003, PAR-093, INT-019: all that match are tried: one kid of several keys, and a token without kid",
    () =>
      Effect.gen(function* () {
        const remote = yield* issuer
        const [old, next] = [yield* publicKey("old"), yield* publicKey("new")]
        const sets: ReadonlyArray<{ readonly published: ReadonlyArray<JWK>; readonly kid: string | null }> = [
          { published: [old, old, next, next], kid: null },
          { published: [old, old], kid: "old" },
          { published: [old, { ...next, kid: "old" }], kid: "old" },
          { published: [{ ...next, kid: "old" }, old], kid: "old" }
        ]
        for (const { kid, published } of sets) {
          remote.answer = publishing(...published)
          const verify = yield* verifying(remote.url, {})
          assert.strictEqual((yield* verify(yield* tokenOf("old", "member-2", kid))).subject, "member-2")
          const others = yield* Effect.flip(verify(yield* tokenOf("other", "member-3", kid)))
          assert.deepStrictEqual(others, new TokenRefused({ reason: "signature" }))
        }
      })
  )

  it.effect("MEM-003, PAR-093: a malformed published key is IssuerUnavailable, and used as soon as it is fixed", () =>
    Effect.gen(function* () {
      const remote = yield* issuer
      const broken: JWK = { kty: "RSA", kid: "new", alg: "RS256", n: "!", e: "AQAB" }
      for (const keys of [[broken], [yield* publicKey("old"), broken]]) {
        remote.answer = publishing(...keys)
        const verify = yield* verifying(remote.url, {})
        for (const subject of ["a", "b"]) {
          assert.strictEqual((yield* Effect.flip(verify(yield* tokenOf("new", subject))))._tag, "IssuerUnavailable")
        }
        remote.answer = publishing(yield* publicKey("old"), yield* publicKey("new"))
        assert.strictEqual((yield* verify(yield* tokenOf("new"))).subject, "member-1")
        remote.answer = publishing(yield* publicKey("old"))
      }
    })
  )

  it.effect("MEM-003, PAR-093: reads a key set of at most 256 KiB, and stops reading a larger one", () =>
    Effect.gen(function* () {
      const remote = yield* issuer
      const good = yield* publicKey("old")
      const padded = (bytes: number) => {
        const rest = bytes - JSON.stringify({ keys: [{ ...good, x: "" }] }).length
        return publishing({ ...good, x: "x".repeat(rest) })
      }
      remote.answer = padded(256 * 1024)
      const verify = yield* verifying(remote.url, {})
      yield* verify(yield* tokenOf("old"))
      remote.answer = padded(256 * 1024 + 1)
      const error = yield* Effect.flip((yield* verifying(remote.url, {}))(yield* tokenOf("old")))
      assert.strictEqual(error._tag, "IssuerUnavailable")

      let written = 0
      remote.answer = (response) => {
        const more = () => {
          if (response.destroyed || written >= 50 * 1024 * 1024) return
          written += 65_536
          if (response.write("x".repeat(65_536))) setImmediate(more)
          else response.once("drain", more)
        }
        more()
      }
      const endless = yield* Effect.flip((yield* verifying(remote.url, {}))(yield* tokenOf("old")))
      assert.strictEqual(endless._tag, "IssuerUnavailable")
      assert.isBelow(written, 10 * 1024 * 1024)
    })
  )
})
