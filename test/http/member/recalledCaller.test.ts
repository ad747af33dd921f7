import { assert, layer } from "@effect/vitest"
import { Context, Effect, Option } from "effect"
import { memberSubject, memberXid } from "../../../src/demo/demoMembers.ts"
import { type MemberAccount, MemberAccounts } from "../../../src/domain/members/MemberAccounts.ts"
import * as Member from "../../support/member.ts"
import { Service } from "../../support/http/service.ts"

/** Accounts by identity subject, in place of the stored ones. */
const overrides = new Map<string, Option.Option<MemberAccount>>()

const path = "/v1/members/me"
/** An unknown offer: 404 for an accepted caller. */
const missing = `${path}/loyalty/offers/00000000-0000-4000-8000-000000000000`

const read = (at = path) =>
  Effect.gen(function* () {
    const { call } = yield* Service
    return yield* call("GET", at, { headers: Member.bearer(yield* Member.tokenFor("M1")) })
  })

const accountOf = (xid: string) => Option.fromUndefinedOr(Member.dataset.members.find((member) => member.xid === xid))

const replaced = Member.layer({
  replace: (services) => {
    const accounts = Context.get(services, MemberAccounts)
    return Context.add(services, MemberAccounts, {
      ...accounts,
      findByIdentity: (subject) => {
        const override = overrides.get(subject)
        return override === undefined ? accounts.findByIdentity(subject) : Effect.succeed(override)
      }
    })
  }
})

layer(replaced)("a member with an earlier request", (it) => {
  it.effect("MEM-003: a token accepted before is 401 without limit headers once the account is closed or gone", () =>
    Effect.gen(function* () {
      const before = yield* read()
      assert.deepStrictEqual([before.status, before.at("externalId") ?? before.at("id")], [200, memberXid("M1")])
      assert.strictEqual((yield* read(missing)).status, 404)
      const closed = Option.map(accountOf(memberXid("M1")), (account) => ({ ...account, status: "closed" as const }))
      overrides.set(memberSubject("M1"), closed)
      for (const at of [path, `${path}/wallet`, missing]) {
        const after = yield* read(at)
        assert.strictEqual(after.status, 401, at)
        assert.isTrue(Member.isFailure(after), after.text)
        assert.isNull(after.headers.get("x-ratelimit-limit"), at)
      }
      overrides.set(memberSubject("M1"), Option.none())
      assert.strictEqual((yield* read()).status, 401)
      overrides.clear()
      assert.strictEqual((yield* read()).status, 200)
    })
  )

  it.effect("MEM-002: a token stands for the member whom its subject identifies now", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* read()).status, 200)
      overrides.set(memberSubject("M1"), accountOf(memberXid("M2")))
      const other = yield* read()
      assert.deepStrictEqual([other.status, other.at("externalId") ?? other.at("id")], [200, memberXid("M2")])
      overrides.clear()
    })
  )
})
