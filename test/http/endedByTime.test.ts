import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Predicate } from "effect"
import { demoDataset } from "../../src/demo/demoDataset.ts"
import { demoIds } from "../../src/demo/demoIds.ts"
import type { MemberName } from "../../src/demo/demoMembers.ts"
import { partnerKeys } from "../../src/demo/demoPartnerKeys.ts"
import { datasetNames } from "../../src/domain/dataset/Dataset.ts"
import { bearer, tokenFor } from "../support/member.ts"
import { surfaces } from "../../src/cli/server/application.ts"
import { isWrite } from "../../src/http/surface/Verb.ts"
import { memberSamples } from "../support/samples/memberSamples.ts"
import { partnerSamples } from "../support/samples/partnerSamples.ts"
import { publicSamples } from "../support/samples/publicSamples.ts"
import * as Service from "../support/http/service.ts"

interface Request {
  readonly title: string
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers: Record<string, string>
}

/** Reads that depend on the job, and why; all others depend on the time alone. */
const jobDependent = {
  searchFulfillments: "writing a claim's end increments its version",
  getArrival: "its benefits are a snapshot, which the job refreshes when the tier changes"
}

const members: ReadonlyArray<MemberName> = ["M1", "M2", "M9"]

const membersPath = "/v1/members/me"

/** Whole lists, read in addition to the samples. */
const wholeLists = [
  "/reservations?limit=100",
  "/loyalty/offers?limit=100",
  "/loyalty/entitlements/perks?includeGlobalPerks=true&includePropertyPerks=true",
  "/loyalty/offers/fulfillments?limit=100",
  "/collections/favorites?limit=100",
  "/wallet/transactions?limit=100",
  "/wallet/activity?limit=100",
  "/wallet?limit=100"
].map((path) => ({ title: path, method: "GET", path: `${membersPath}${path}` }))

/** The method of every read, by its endpoint's name. */
const reads = new Map<string, string>(
  surfaces.flatMap(({ endpoints }) =>
    endpoints.filter((endpoint) => !isWrite(endpoint)).map(({ identifier, method }) => [identifier, method] as const)
  )
)

const readsOf = (samples: typeof memberSamples) =>
  Object.entries(samples)
    .filter(([name]) => reads.has(name) && !(name in jobDependent))
    .map(([title, { body, path }]) => ({ title, method: reads.get(title) ?? "GET", path, body }))

const start = DateTime.makeUnsafe("2026-03-04T05:06:07Z")
const dataset = demoDataset(start)

/** Ids and times of the demo data. All others are generated during a request and differ between runs. */
const datasetValues = new Set(
  datasetNames.flatMap((name) =>
    dataset[name].flatMap((row) =>
      Object.values(row).flatMap((value: unknown): ReadonlyArray<unknown> => {
        if (Predicate.isString(value) || Predicate.isNumber(value)) return [value]
        return DateTime.isDateTime(value) ? [DateTime.formatIso(value)] : []
      })
    )
  )
)

const requests = Effect.gen(function* () {
  const all: Array<Request> = []
  for (const name of members) {
    const headers = bearer(yield* tokenFor(name))
    for (const read of [...readsOf(memberSamples), ...wholeLists])
      all.push({ ...read, title: `${name} ${read.title}`, headers })
    for (const { xid } of dataset.offers) {
      for (const [at, body] of Object.entries({ anywhere: {}, atV1: { propertyId: demoIds.venues.V1 } })) {
        all.push({
          title: `${name} claims ${xid} ${at}`,
          method: "POST",
          path: `${membersPath}/loyalty/offers/${xid}/claim`,
          body,
          headers
        })
      }
    }
  }
  for (const token of Object.values(demoIds.inviteTokens)) {
    const headers = bearer(yield* tokenFor("M_new"))
    all.push({
      title: `invite ${token}`,
      method: "POST",
      path: `${membersPath}/invites/accept`,
      body: { token },
      headers
    })
  }
  for (const read of readsOf(partnerSamples)) all.push({ ...read, headers: { "x-api-key": partnerKeys.PA } })
  for (const read of readsOf(publicSamples)) all.push({ ...read, headers: {} })
  return all
})

const minted = /^([0-9A-HJKMNP-TV-Z]{26}|[0-9a-f]{8}-[0-9a-f-]{27}|[A-Z0-9]{6,10}|\d{4}-\d\d-\d\dT.*Z)$/u

/** JSON replacer: omits times of refresh and response, and replaces generated ids and times by one word. */
const normalize = (key: string, value: unknown): unknown => {
  if (key === "refreshedAt" || key === "requestId" || key === "timestamp") return undefined
  const isGenerated = Predicate.isString(value) ? minted.test(value) : key === "id" && Predicate.isNumber(value)
  return isGenerated && !datasetValues.has(value) ? "minted" : value
}

const post = (path: string, body?: unknown) =>
  Service.Service.use(({ call }) => call("POST", `/__test/${path}`, body === undefined ? {} : { body }))

/** Status and body of every request, by its title, `ahead` days after `start` and after these jobs. */
const answers = Effect.fnUntraced(function* (ahead: number, jobs: ReadonlyArray<string>) {
  const { call } = yield* Service.Service
  yield* post("reset")
  const later = DateTime.add(start, { days: ahead })
  yield* post("clock", { now: DateTime.formatIso(later) })
  for (const job of jobs) assert.strictEqual((yield* post(`jobs/${job}/run`)).status, 200)
  const results: Record<string, string> = {}
  for (const { body, headers, method, path, title } of yield* requests) {
    const answer = yield* call(method, path, body === undefined ? { headers } : { headers, body })
    results[title] = `${answer.status} ${JSON.stringify(answer.body, normalize)}`
  }
  return results
})

const environment = {
  HUB_TEST_CONTROLS: "1",
  HUB_LIMIT_MEMBER: "1000000",
  HUB_LIMIT_PUBLIC: "1000000",
  HUB_LIMIT_PARTNER_KEY: "1000000",
  HUB_LIMIT_MEMBER_LOOKUP: "1000000"
}

for (const store of ["memory", "embedded"] as const) {
  layer(Service.layer({ store, environment, dataset: () => dataset }))(`expiry by time (${store})`, (it) => {
    it.effect.each([12, 310, 800])(
      "DOMAIN 4.4, MEM-062, MEM-112, MEM-117: %d days later, reads and claims are alike with and without the job",
      (ahead) =>
        Effect.gen(function* () {
          const [without, after] = [yield* answers(ahead, []), yield* answers(ahead, ["expire"])]
          const differing = Object.keys(without).filter((title) => without[title] !== after[title])
          assert.deepStrictEqual(
            differing.map((title) => `${title}: ${without[title]}`),
            differing.map((title) => `${title}: ${after[title]}`)
          )
        })
    )
  })
}
