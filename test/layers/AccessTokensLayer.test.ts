import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { createHmac } from "node:crypto"
import { exportJWK, exportSPKI } from "jose"
import { AccessTokens } from "../../src/domain/access/AccessTokens.ts"
import {
  at,
  elliptic,
  encoded,
  genuine,
  layerPublished,
  now,
  reasonFor,
  sign,
  signedText,
  signWith,
  stranger,
  trusted
} from "./signedTokens.ts"

const publicPem = await exportSPKI(trusted.publicKey)

const kinds = ["member", "operator", "assistant"] as const

for (const kind of kinds) {
  layer(layerPublished)(`a ${kind} token`, (it) => {
    const claims = genuine[kind]

    it.effect("MEM-003, PAR-093, INT-019: is accepted from its issuer for its audience", () =>
      Effect.gen(function* () {
        yield* at(now)
        const tokens = yield* AccessTokens
        const verified = yield* tokens.verify(kind, yield* sign(claims))
        assert.strictEqual(verified.subject, "subject-1")
        assert.strictEqual(DateTime.toEpochMillis(verified.expiresAt), (now + 600) * 1000)
      })
    )

    it.effect("MEM-003, PAR-093, INT-021: may have its audience among others", () =>
      Effect.gen(function* () {
        yield* at(now)
        const tokens = yield* AccessTokens
        const verified = yield* tokens.verify(
          kind,
          yield* sign({ ...claims, aud: ["another", claims.aud].flat().filter((aud) => aud !== undefined) })
        )
        assert.strictEqual(verified.subject, "subject-1")
      })
    )

    it.effect("MEM-003, PAR-093, INT-019: is refused unsigned", () =>
      Effect.gen(function* () {
        yield* at(now)
        const token = `${encoded({ alg: "none" })}.${encoded(claims)}.`
        assert.strictEqual(yield* reasonFor(kind, token), "signature")
        assert.strictEqual(
          yield* reasonFor(kind, `${encoded({ alg: "none", kid: "known" })}.${encoded(claims)}.AAAA`),
          "signature"
        )
      })
    )

    it.effect("MEM-003, PAR-093, INT-019: is refused when signed by HS256 with the public key as secret", () =>
      Effect.gen(function* () {
        yield* at(now)
        const signed = `${encoded({ alg: "HS256", kid: "known" })}.${encoded(claims)}`
        const mac = createHmac("sha256", publicPem).update(signed).digest("base64url")
        assert.strictEqual(yield* reasonFor(kind, `${signed}.${mac}`), "signature")
      })
    )

    it.effect("MEM-003, PAR-093, INT-019: is refused under any algorithm but RS256", () =>
      Effect.gen(function* () {
        yield* at(now)
        const { kid, ...key } = { ...(yield* Effect.promise(() => exportJWK(trusted.privateKey))), kid: "known" }
        assert.strictEqual(yield* reasonFor(kind, yield* signWith("RS512", key, kid, claims)), "signature")
        assert.strictEqual(yield* reasonFor(kind, yield* signWith("PS256", key, kid, claims)), "signature")
        const es = yield* sign(claims, { alg: "ES256", kid: "elliptic", key: elliptic.privateKey })
        assert.strictEqual(yield* reasonFor(kind, es), "signature")
      })
    )

    it.effect(
      "MEM-003, PAR-093, INT-019: is refused when signed by an unpublished key or named by an unknown kid",
      () =>
        Effect.gen(function* () {
          yield* at(now)
          const unknown = yield* sign(claims, { kid: "unknown", key: stranger.privateKey })
          const posing = yield* sign(claims, { kid: "known", key: stranger.privateKey })
          assert.strictEqual(yield* reasonFor(kind, unknown), "signature")
          assert.strictEqual(yield* reasonFor(kind, posing), "signature")
          assert.strictEqual(yield* reasonFor(kind, yield* sign(claims, { kid: "unknown" })), "signature")
        })
    )

    it.effect("MEM-003, PAR-093, INT-019: is refused with a payload or a signature that was changed", () =>
      Effect.gen(function* () {
        yield* at(now)
        const [header = "", , signature = ""] = (yield* sign(claims)).split(".")
        const changed = encoded({ ...claims, sub: "subject-2" })
        assert.strictEqual(yield* reasonFor(kind, `${header}.${changed}.${signature}`), "signature")
        assert.strictEqual(
          yield* reasonFor(kind, `${header}.${encoded(claims)}.${signature.slice(0, -8)}AAAAAAAA`),
          "signature"
        )
        assert.strictEqual(yield* reasonFor(kind, `${header}.${encoded(claims)}.`), "signature")
      })
    )

    it.effect("MEM-003, PAR-093, INT-019: is refused when it is not a token", () =>
      Effect.gen(function* () {
        yield* at(now)
        const token = yield* sign(claims)
        const list = yield* Effect.promise(() => signedText("[]"))
        for (const text of [
          "",
          "x",
          "a.b",
          "a.b.c",
          "a.b.c.d",
          `${token}.x`,
          ` ${token}`,
          `${token}\u0000`,
          "é.é.é",
          list
        ]) {
          assert.include(["malformed", "signature"], yield* reasonFor(kind, text), text)
        }
      })
    )

    it.effect("MEM-003, PAR-093, INT-020: is refused unless the issuer is identical byte for byte", () =>
      Effect.gen(function* () {
        yield* at(now)
        for (const iss of [
          "https://login.example.com/",
          "https://LOGIN.example.com",
          "https://login.example.co",
          "",
          undefined
        ]) {
          const { iss: _, ...rest } = claims
          const token = yield* sign(iss === undefined ? rest : { ...rest, iss })
          assert.strictEqual(yield* reasonFor(kind, token), "issuer", iss)
        }
      })
    )

    it.effect("MEM-003, PAR-093, INT-021: is refused for another audience, a prefix, a longer one or none", () =>
      Effect.gen(function* () {
        yield* at(now)
        const aud = String(claims.aud)
        const { aud: _, ...rest } = claims
        for (const other of [aud.slice(0, -1), `${aud}s`, `${aud}/`, aud.toUpperCase(), "", [], [`${aud}s`]]) {
          assert.strictEqual(yield* reasonFor(kind, yield* sign({ ...rest, aud: other })), "audience", String(other))
        }
        assert.strictEqual(yield* reasonFor(kind, yield* sign(rest)), "audience")
      })
    )

    const incomplete =
      kind === "assistant"
        ? "INT-022, INT-023: is refused without exp, iat or sub"
        : "MEM-003, PAR-093: is refused without exp or sub"

    it.effect(`${incomplete}, and with invalid values of these claims`, () =>
      Effect.gen(function* () {
        yield* at(now)
        for (const name of ["exp", "iat", "sub"]) {
          const rest = Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name))
          if (name !== "iat" || kind === "assistant") {
            assert.strictEqual(yield* reasonFor(kind, yield* sign(rest)), "claims", name)
          }
          for (const value of [null, {}, [], true, name === "sub" ? 7 : "7"]) {
            const token = yield* Effect.promise(() => signedText(JSON.stringify({ ...rest, [name]: value })))
            assert.strictEqual(yield* reasonFor(kind, token), "claims", `${name} ${JSON.stringify(value)}`)
          }
        }
        for (const sub of ["", "a\u0000b", "a".repeat(256)]) {
          assert.strictEqual(yield* reasonFor(kind, yield* sign({ ...claims, sub })), "claims")
        }
        const endless = yield* Effect.promise(() => signedText(JSON.stringify({ ...claims, exp: 1e300 })))
        assert.strictEqual(yield* reasonFor(kind, endless), "claims")
      })
    )

    if (kind !== "assistant") {
      it.effect("MEM-003, PAR-093: may lack iat", () =>
        Effect.gen(function* () {
          yield* at(now)
          const tokens = yield* AccessTokens
          const { iat: _, ...rest } = claims
          assert.strictEqual((yield* tokens.verify(kind, yield* sign(rest))).subject, "subject-1")
        })
      )
    }

    it.effect("MEM-003, PAR-093, INT-019: is refused before nbf, with 30 seconds of tolerance", () =>
      Effect.gen(function* () {
        yield* at(now)
        const tokens = yield* AccessTokens
        yield* tokens.verify(kind, yield* sign({ ...claims, nbf: now + 30 }))
        assert.strictEqual(yield* reasonFor(kind, yield* sign({ ...claims, nbf: now + 31 })), "claims")
      })
    )

    it.effect("MEM-003, PAR-093, INT-022: is refused when issued in the future, with 30 seconds of tolerance", () =>
      Effect.gen(function* () {
        yield* at(now)
        const tokens = yield* AccessTokens
        yield* tokens.verify(kind, yield* sign({ ...claims, iat: now + 30 }))
        assert.strictEqual(yield* reasonFor(kind, yield* sign({ ...claims, iat: now + 31 })), "claims")
      })
    )

    it.effect(
      "MEM-003, PAR-093, INT-022: ends at exp, with 30 seconds of tolerance, even if it was accepted before",
      () =>
        Effect.gen(function* () {
          yield* at(now)
          const tokens = yield* AccessTokens
          const token = yield* sign({ ...claims, exp: now + 20 })
          yield* tokens.verify(kind, token)
          yield* at(now + 49)
          yield* tokens.verify(kind, token)
          yield* at(now + 50)
          assert.strictEqual(yield* reasonFor(kind, token), "expired")
          assert.strictEqual(yield* reasonFor(kind, yield* sign({ ...claims, exp: now + 20 })), "expired")
        })
    )

    it.effect("MEM-003, PAR-093, INT-019: is refused as expired only if its issuer signed it", () =>
      Effect.gen(function* () {
        yield* at(now)
        const token = yield* sign({ ...claims, exp: now - 600 }, { key: stranger.privateKey })
        assert.strictEqual(yield* reasonFor(kind, token), "signature")
      })
    )

    it.effect("GEN-002, MEM-003, PAR-093: is refused as a token of another kind", () =>
      Effect.gen(function* () {
        yield* at(now)
        const tokens = yield* AccessTokens
        const token = yield* sign(claims)
        yield* tokens.verify(kind, token)
        for (const other of kinds.filter((each) => each !== kind)) {
          assert.strictEqual(yield* reasonFor(other, token), "audience")
        }
      })
    )
  })
}

layer(layerPublished)("the claims of an assistant host", (it) => {
  const claims = genuine.assistant

  it.effect(
    "INT-023, INT-024, INT-025, INT-026: are subject, organization, client and scopes, one space between them",
    () =>
      Effect.gen(function* () {
        yield* at(now)
        const tokens = yield* AccessTokens
        const { expiresAt: _, ...verified } = yield* tokens.verify("assistant", yield* sign(claims))
        assert.deepStrictEqual<unknown>(verified, {
          subject: "subject-1",
          orgId: "org_a",
          clientId: "assistant-host",
          scopes: ["hub:collaboration:read", "hub:collaboration:write"]
        })
        for (const [scope, scopes] of [
          ["", []],
          [" a  b ", ["a", "b"]],
          ["hub:collaboration:readx", ["hub:collaboration:readx"]],
          ["hub:collaboration:read\thub:x", ["hub:collaboration:read\thub:x"]]
        ] as const) {
          const token = yield* sign({ ...claims, scope })
          assert.deepStrictEqual((yield* tokens.verify("assistant", token)).scopes, scopes, scope)
        }
      })
  )

  it.effect("INT-024, INT-025: are refused without org_id or client_id, and with invalid values of claims", () =>
    Effect.gen(function* () {
      yield* at(now)
      for (const name of ["org_id", "client_id"]) {
        const { [name]: _, ...rest } = claims
        assert.strictEqual(yield* reasonFor("assistant", yield* sign(rest)), "claims", name)
        for (const value of [null, "", 7, ["org_a"], "a\u0000b", "a".repeat(256)]) {
          const token = yield* sign({ ...rest, [name]: value })
          assert.strictEqual(yield* reasonFor("assistant", token), "claims", `${name} ${JSON.stringify(value)}`)
        }
      }
      for (const scope of [7, ["hub:collaboration:read"], null]) {
        assert.strictEqual(yield* reasonFor("assistant", yield* sign({ ...claims, scope })), "claims")
      }
    })
  )
})
