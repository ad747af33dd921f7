import { assert, layer } from "@effect/vitest"
import { Context, Effect, Option } from "effect"
import { memberSubject, memberXid } from "../../../src/demo/demoMembers.ts"
import { type MemberAccount, MemberAccounts } from "../../../src/domain/members/MemberAccounts.ts"
import * as Member from "../../support/member.ts"
import { Service } from "../../support/service.ts"

/** What an identity stands for from now on, instead of what is stored. */
const stands = new Map<string, Option.Option<MemberAccount>>()

const path = "/v1/members/me"
/** Of an offer that does not exist: the read that goes ahead ends in 404. */
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
        const now = stands.get(subject)
        return now === undefined ? accounts.findByIdentity(subject) : Effect.succeed(now)
      }
    })
  }
})

layer(replaced)("a member who has asked before", (it) => {
  it.effect("MEM-003: is refused from the moment the account is closed, and told nothing of limits", () =>
    Effect.gen(function* () {
      const before = yield* read()
      assert.deepStrictEqual([before.status, before.at("externalId") ?? before.at("id")], [200, memberXid("M1")])
      assert.strictEqual((yield* read(missing)).status, 404)
      const closed = Option.map(accountOf(memberXid("M1")), (account) => ({ ...account, status: "closed" as const }))
      stands.set(memberSubject("M1"), closed)
      for (const at of [path, `${path}/wallet`, missing]) {
        const after = yield* read(at)
        assert.strictEqual(after.status, 401, at)
        assert.isTrue(Member.isFailure(after), after.text)
        assert.isNull(after.headers.get("x-ratelimit-limit"), at)
      }
      stands.set(memberSubject("M1"), Option.none())
      assert.strictEqual((yield* read()).status, 401)
      stands.clear()
      assert.strictEqual((yield* read()).status, 200)
    })
  )

  it.effect("MEM-002: is who the token stands for now, and reads what is theirs", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* read()).status, 200)
      stands.set(memberSubject("M1"), accountOf(memberXid("M2")))
      const other = yield* read()
      assert.deepStrictEqual([other.status, other.at("externalId") ?? other.at("id")], [200, memberXid("M2")])
      stands.clear()
    })
  )
})
