import { assert, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Option } from "effect"
import { AccessTokens } from "../../../src/domain/access/AccessTokens.ts"
import { IssuerUnavailable, TokenRefused } from "../../../src/domain/access/CredentialErrors.ts"
import { authenticateMember, MemberTokenMissing } from "../../../src/domain/access/MemberCaller.ts"
import { MemberId } from "../../../src/domain/members/Member.ts"
import { type MemberAccount, MemberAccounts } from "../../../src/domain/members/MemberAccounts.ts"

const accounts: Readonly<Record<string, MemberAccount>> = {
  active: { id: MemberId.make(1), xid: "01K00000000000000000000001", status: "active" },
  suspended: { id: MemberId.make(2), xid: "01K00000000000000000000002", status: "suspended" },
  closed: { id: MemberId.make(3), xid: "01K00000000000000000000003", status: "closed" }
}

/** A token is its subject; `.unverified` after it stands for an unverified email. `expired` and `away` fail. */
const tokens = Layer.succeed(AccessTokens, {
  verify: (kind, token) => {
    if (kind !== "member") return Effect.die("only member tokens are expected")
    if (token === "expired") return Effect.fail(new TokenRefused({ reason: "expired" }))
    if (token === "away") return Effect.fail(new IssuerUnavailable())
    const [subject = "", email] = token.split(".")
    const claims = {
      subject,
      expiresAt: DateTime.makeUnsafe("2030-01-01T00:00:00Z"),
      emailVerified: email !== "unverified",
      permissions: [],
      organization: undefined,
      orgId: "none",
      clientId: "none",
      scopes: []
    }
    return Effect.succeed(claims)
  }
})

const accountsOfTokens = Layer.mock(MemberAccounts)({
  findByIdentity: (subject) => Effect.succeed(Option.fromUndefinedOr(accounts[subject]))
})

const authenticate = (authorization: string | undefined) =>
  authenticateMember(authorization).pipe(Effect.provide(Layer.merge(tokens, accountsOfTokens)))

it.effect("MEM-002, MEM-113: the caller is the token's subject, with the token's emailVerified", () =>
  Effect.gen(function* () {
    const { id: memberId, xid } = accounts["active"] ?? assert.fail()
    assert.deepStrictEqual(yield* authenticate("Bearer active"), { memberId, xid, emailVerified: true })
    assert.deepStrictEqual(yield* authenticate("bEARER   active.unverified"), { memberId, xid, emailVerified: false })
  })
)

it.effect("MEM-003: accepts a suspended member; refuses a closed or unknown one like a token with invalid claims", () =>
  Effect.gen(function* () {
    assert.strictEqual((yield* authenticate("Bearer suspended")).memberId, 2)
    for (const token of ["closed", "stranger"]) {
      assert.deepStrictEqual(
        yield* Effect.flip(authenticate(`Bearer ${token}`)),
        new TokenRefused({ reason: "claims" })
      )
    }
  })
)

it.effect(
  "MEM-001: a missing header is MemberTokenMissing; another scheme or a malformed one is refused as malformed",
  () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* Effect.flip(authenticate(undefined)), new MemberTokenMissing())
      for (const header of [
        "",
        "Bearer",
        "Bearer ",
        "Basic active",
        "active",
        "Bearer active active",
        "Bearer\tactive"
      ]) {
        assert.deepStrictEqual(yield* Effect.flip(authenticate(header)), new TokenRefused({ reason: "malformed" }))
      }
    })
)

it.effect(
  "MEM-001: refuses an expired token as expired, and fails with IssuerUnavailable while the issuer is unavailable",
  () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* Effect.flip(authenticate("Bearer expired")),
        new TokenRefused({ reason: "expired" })
      )
      assert.deepStrictEqual(yield* Effect.flip(authenticate("Bearer away")), new IssuerUnavailable())
    })
)
