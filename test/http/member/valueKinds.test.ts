import { assert, layer } from "@effect/vitest"
import { Effect, Predicate } from "effect"
import { surfaces } from "../../../src/cli/server/application.ts"
import type { MemberName } from "../../../src/demo/demoMembers.ts"
import { bearer, tokenFor } from "../../support/member.ts"
import { memberSamples } from "../../support/samples/memberSamples.ts"
import * as Service from "../../support/http/service.ts"

interface Leaf {
  readonly name: string
  readonly where: string
  readonly value: unknown
}

/** Every scalar of a body, with the name of its field and its path. */
const leavesOf = function* (value: unknown, where: string, name = ""): Generator<Leaf> {
  if (!Predicate.isObjectOrArray(value)) return yield { name, where, value }
  for (const [field, inner] of Object.entries(value)) {
    yield* leavesOf(inner, `${where}/${field}`, Array.isArray(value) ? name : field)
  }
}

/** Fields that the requirements specify as null when unset (MEM-092, MEM-104, MEM-112). */
const nullable: ReadonlySet<string> = new Set(["readAt", "nextCursor", "nextExpirationDate", "tier", "nextTier"])

const isPoints = ({ name }: Leaf) => /points|^amount$|^nightlyCost$|balance$/i.test(name)

const members: ReadonlyArray<MemberName> = ["M1", "M2", "M3", "M4", "M9", "M_new"]

/** The reads of the member surface: every GET, and searches. */
const reads = surfaces
  .flatMap(({ endpoints, name }) => (name === "member" ? endpoints : []))
  .filter(({ identifier, method }) => method === "GET" || /^(search|hydrate|map)Properties$/.test(identifier))
  .map(({ identifier, method }) => ({
    method,
    sample: memberSamples[identifier] ?? assert.fail(`no sample of ${identifier}`)
  }))

/** The leaves of a member's 200 responses: each sample, list without its query, offer and stay preview. */
const allLeaves = Effect.fnUntraced(function* (member: MemberName) {
  const { call } = yield* Service.Service
  const headers = bearer(yield* tokenFor(member))
  const leaves: Array<Leaf> = []
  const read = Effect.fnUntraced(function* (method: string, path: string, body?: unknown) {
    const answer = yield* call(method, path, { headers, body })
    if (answer.status === 200) leaves.push(...leavesOf(answer.body, path))
    return answer
  })
  for (const { method, sample } of reads) {
    const answer = yield* read(method, sample.path, sample.body)
    if (member === "M1") assert.strictEqual(answer.status, 200, `${sample.path} ${answer.text}`)
    if (method === "GET") yield* read(method, sample.path.replace(/\?.*/, ""))
  }
  const offers = yield* read("GET", "/v1/members/me/loyalty/offers?limit=100")
  for (const id of offers.each("items", "offerId")) yield* read("GET", `/v1/members/me/loyalty/offers/${id}`)
  const stays = yield* read("GET", "/v1/members/me/reservations?limit=100")
  for (const id of stays.each("items", "reservationId")) {
    yield* read("GET", `/v1/members/me/reservations/${id}/preview`)
  }
  return leaves
})

layer(Service.layer({ environment: { HUB_LIMIT_MEMBER: "1000000", HUB_LIMIT_MEMBER_LOOKUP: "1000000" } }))(
  "values of the member surface",
  (it) => {
    it.effect("GEN-005: points, amounts, nightly costs and balances are integers", () =>
      Effect.gen(function* () {
        const points = (yield* Effect.forEach(members, allLeaves)).flat().filter(isPoints)
        assert.includeMembers(
          points.map(({ name }) => name),
          ["pointsRequired", "totalPoints", "amount", "nightlyCost", "validBalance"]
        )
        assert.deepStrictEqual(
          points.filter(({ value }) => !Number.isInteger(value)),
          []
        )
      })
    )

    it.effect("A-35: only fields specified as null when unset are ever null", () =>
      Effect.gen(function* () {
        const leaves = (yield* Effect.forEach(members, allLeaves)).flat()
        assert.isAbove(leaves.length, 1000)
        assert.deepStrictEqual(
          leaves.filter(({ name, value }) => value === null && !nullable.has(name)),
          []
        )
      })
    )
  }
)
