import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Member from "../../support/member.ts"
import { pageCall } from "../../support/pageCall.ts"
import * as Service from "../../support/service.ts"

const page = "/p/organization-a/a-members"

const call = (headers: Record<string, string> = {}, method = "GET") =>
  Effect.flatMap(Service.Service, ({ baseUrl }) => pageCall(baseUrl, page, { headers, method }))

const as = (name: Parameters<typeof Member.tokenFor>[0]) =>
  Effect.flatMap(Member.tokenFor(name), (token) => call(Member.bearer(token)))

for (const store of ["memory", "embedded"] as const) {
  layer(Service.layer({ store }))(`the member gate (${store})`, (it) => {
    it.effect("A-141: without a member's token there is a door that says nothing of the page", () =>
      Effect.gen(function* () {
        const stale = yield* Member.tokenOf("demo-member-nobody")
        const answers = [
          yield* call(),
          yield* call({ authorization: "Basic YTpi" }),
          yield* call(Member.bearer("x.y.z")),
          yield* call(Member.bearer(stale)),
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

    it.effect("A-141: a member of the program gets the page, for nobody to keep", () =>
      Effect.gen(function* () {
        const { headers, status, text } = yield* as("M1")
        assert.strictEqual(status, 200)
        assert.include(text, "<h1>Page A members</h1>")
        assert.strictEqual(headers["cache-control"], "private, no-store")
        assert.strictEqual(headers["vary"], "Accept-Encoding, Authorization")
        assert.strictEqual((yield* call()).status, 401)
      })
    )

    it.effect("A-141: a member of another program stands at the door", () =>
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
