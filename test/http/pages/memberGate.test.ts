import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { memberSubject } from "../../../src/demo/demoMembers.ts"
import { entityTag } from "../../../src/http/surface/conditional.ts"
import * as Member from "../../support/member.ts"
import { type PageAnswer, pageCall } from "../../support/pages/pageCall.ts"
import * as Partner from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

const page = "/p/organization-a/a-members"
const pageOfB = "/p/organization-b/b-members"

const call = (headers: Record<string, string> = {}, method = "GET", path = page) =>
  Effect.flatMap(Service.Service, ({ baseUrl }) => pageCall(baseUrl, path, { headers, method }))

/** Whether a response forbids caching and has no validator. */
const isUncacheable = ({ headers }: PageAnswer) =>
  headers["cache-control"] === "private, no-store" &&
  headers["vary"] === "Accept-Encoding, Authorization" &&
  headers["etag"] === undefined &&
  headers["last-modified"] === undefined

const as = (name: Parameters<typeof Member.tokenFor>[0]) =>
  Effect.flatMap(Member.tokenFor(name), (token) => call(Member.bearer(token)))

for (const store of ["memory", "embedded"] as const) {
  layer(Service.layer({ store }))(`member gate (${store})`, (it) => {
    it.effect("A-141: without a valid member token a page is 401 and names only its organization", () =>
      Effect.gen(function* () {
        const unknown = yield* Member.tokenOf("demo-member-nobody")
        const answers = [
          yield* call(),
          yield* call({ authorization: "Basic YTpi" }),
          yield* call(Member.bearer("x.y.z")),
          yield* call(Member.bearer(unknown)),
          yield* call({ "if-none-match": "*" })
        ]
        for (const { headers, status, text } of answers) {
          assert.deepStrictEqual([status, headers["www-authenticate"]], [401, "Bearer"])
          assert.strictEqual(headers["cache-control"], "private, no-store")
          assert.strictEqual(headers["vary"], "Accept-Encoding, Authorization")
          assert.strictEqual(headers["etag"], undefined)
          assert.include(text, '<meta name="robots" content="noindex,nofollow">')
          assert.include(text, "Organization A")
          for (const secret of ["Page A members", "Stay a little longer", "Dinner voucher", "Welcome drink"]) {
            assert.notInclude(text, secret)
          }
        }
      })
    )

    it.effect("A-141: a member of the program gets the page as private, no-store", () =>
      Effect.gen(function* () {
        const { headers, status, text } = yield* as("M1")
        assert.strictEqual(status, 200)
        assert.include(text, "<h1>Page A members</h1>")
        assert.strictEqual(headers["cache-control"], "private, no-store")
        assert.strictEqual(headers["vary"], "Accept-Encoding, Authorization")
        assert.strictEqual((yield* call()).status, 401)
      })
    )

    it.effect("A-141: a token that is expired, altered, unsigned, of a closed account or of an operator is 401", () =>
      Effect.gen(function* () {
        const good = yield* Member.tokenFor("M1")
        const [head, , signature] = good.split(".")
        const [, otherClaims] = (yield* Member.tokenFor("M9")).split(".")
        const subject = memberSubject("M1")
        const wrong = {
          expired: yield* Member.tokenOf(subject, { expiresAt: DateTime.makeUnsafe("2026-02-01T00:00:00Z") }),
          altered: `${head}.${otherClaims}.${signature}`,
          unsigned: good.slice(0, good.lastIndexOf(".") + 1),
          "of a closed account": yield* Member.tokenFor("M_closed"),
          "of an operator": yield* Partner.tokenOf("S_team")
        }
        assert.strictEqual((yield* call(Member.bearer(good))).status, 200)
        for (const [kind, token] of Object.entries(wrong)) {
          const answer = yield* call(Member.bearer(token))
          assert.strictEqual(answer.status, 401, kind)
          assert.isTrue(isUncacheable(answer), kind)
          assert.notInclude(answer.text, "Page A members", kind)
        }
      })
    )

    it.effect("A-141: a member passes the gates of their own programs; the gate of another is 403", () =>
      Effect.gen(function* () {
        const statuses = Effect.fnUntraced(function* (name: Parameters<typeof Member.tokenFor>[0]) {
          const headers = Member.bearer(yield* Member.tokenFor(name))
          const answers = [yield* call(headers), yield* call(headers, "GET", pageOfB)]
          for (const answer of answers) assert.isTrue(isUncacheable(answer), name)
          return answers.map(({ status }) => status)
        })
        assert.deepStrictEqual(yield* statuses("M1"), [200, 403])
        assert.deepStrictEqual(yield* statuses("M2"), [200, 200])
        assert.deepStrictEqual(yield* statuses("M9"), [403, 200])
      })
    )

    it.effect(
      "A-141: If-None-Match and HEAD reveal nothing of a gated page: 401 without a token, 200 with one, never 304",
      () =>
        Effect.gen(function* () {
          const member = Member.bearer(yield* Member.tokenFor("M1"))
          const full = yield* call(member)
          const tag = entityTag(full.body)
          for (const condition of ["*", tag, `W/${tag}`]) {
            for (const method of ["GET", "HEAD"]) {
              const outside = yield* call({ "if-none-match": condition }, method)
              assert.strictEqual(outside.status, 401, condition)
              assert.isTrue(isUncacheable(outside), condition)
              const inside = yield* call({ ...member, "if-none-match": condition }, method)
              assert.strictEqual(inside.status, 200, condition)
              assert.isTrue(isUncacheable(inside), condition)
            }
          }
          const [refusal, head] = [yield* call(), yield* call({}, "HEAD")]
          assert.strictEqual(head.headers["content-length"], refusal.headers["content-length"])
          assert.notStrictEqual(head.headers["content-length"], full.headers["content-length"])
          assert.strictEqual(head.body.length, 0)
        })
    )

    it.effect("A-141: the ETag of an open page gets 401, not 304, once the page is gated", () =>
      Effect.gen(function* () {
        const open = "/p/organization-a/v2-published-draft"
        const before = yield* call({}, "GET", open)
        const tag = String(before.headers["etag"])
        assert.strictEqual((yield* call({ "if-none-match": tag }, "GET", open)).status, 304)
        const write = (method: string, suffix: string, body?: unknown) =>
          Service.Service.use((service) =>
            service.call(method, `/v1/partner/pages/${demoIds.pages["V2_published_draft"]}${suffix}`, {
              headers: { "idempotency-key": crypto.randomUUID(), ...Partner.key("PA") },
              body
            })
          )
        const programId = demoIds.programs["A"]
        const change = yield* write("PATCH", "", { memberGate: { enabled: true, programId } })
        assert.strictEqual(change.status, 200, change.text)
        assert.strictEqual((yield* write("POST", "/publish")).status, 200)
        const after = yield* call({ "if-none-match": tag }, "GET", open)
        assert.strictEqual(after.status, 401)
        assert.isTrue(isUncacheable(after))
        assert.strictEqual((yield* call(Member.bearer(yield* Member.tokenFor("M1")), "GET", open)).status, 200)
      })
    )

    it.effect("A-141: a member of another program or of none is 403 and gets nothing of the page", () =>
      Effect.gen(function* () {
        for (const name of ["M9", "M_new"] as const) {
          const { status, text } = yield* as(name)
          assert.strictEqual(status, 403, name)
          assert.notInclude(text, "Page A members")
        }
      })
    )
  })
}
