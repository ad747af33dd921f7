import { assert, describe, it } from "@effect/vitest"
import { Clock, DateTime, Effect, Layer } from "effect"
import { surfaces } from "../../../src/cli/server/application.ts"
import { demoDataset } from "../../../src/demo/demoDataset.ts"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { frameworkEndpoints } from "../../support/http/frameworkEndpoints.ts"
import { tokenFor } from "../../support/member.ts"
import { sessionOf, withSessionsOver } from "../../support/operator.ts"
import { bearer, key } from "../../support/partner.ts"
import type { Sample } from "../../support/http/Sample.ts"
import { hubSamples } from "../../support/samples/hubSamples.ts"
import { memberSamples } from "../../support/samples/memberSamples.ts"
import { everyOperatorSample } from "../../support/samples/operatorSamples.ts"
import { partnerSamples } from "../../support/samples/partnerSamples.ts"
import { publicSamples } from "../../support/samples/publicSamples.ts"
import * as Service from "../../support/http/service.ts"

/** Values that differ by nature between two services or two moments. */
const masks: ReadonlyArray<readonly [RegExp, string]> = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<uuid>"],
  [/[0-9A-HJKMNP-TV-Z]{26}/g, "<ulid>"],
  [/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, "<time>"],
  [/"(verificationCode)":"[^"]+"/g, '"$1":"<code>"'],
  [/\b(?:lnk|hub_dev_org)_[0-9A-Za-z]+/g, "<secret>"],
  [/"lastFour":"[^"]+"/g, '"lastFour":"<secret>"'],
  [/\d+ s\b/g, "<seconds>"]
]

const masked = (text: string) => masks.reduce((rest, [pattern, mask]) => rest.replaceAll(pattern, mask), text)

/** Headers that depend on the time. */
const timed = new Set(["date", "x-ratelimit-reset", "ratelimit", "etag", "retry-after", "keep-alive"])

const visible = ({ headers, status, text }: Service.Answer) => ({
  status,
  headers: [...headers].filter(([name]) => !timed.has(name) && name !== "content-length").toSorted(),
  text: masked(text)
})

const member = await Effect.runPromise(tokenFor("M1"))
const credentials: Readonly<Record<string, Record<string, string>>> = {
  hub: bearer(hubKeys.KH_all),
  member: bearer(member),
  operator: sessionOf("manage"),
  partner: key("PA"),
  public: {}
}
/** All but the providers' callbacks, which are verified before decoding: the framework has no such routes. */
const compared = surfaces.filter(({ name }) => name !== "providers")

const samples: Readonly<Record<string, Sample>> = {
  ...hubSamples,
  ...memberSamples,
  ...everyOperatorSample,
  ...partnerSamples,
  ...publicSamples
}

const moment = DateTime.makeUnsafe("2026-03-04T05:06:07Z")
const dataset = withSessionsOver(demoDataset(moment))
const limits = {
  HUB_LIMIT_PARTNER_KEY: "100000",
  HUB_LIMIT_PARTNER_WRITES: "100000",
  HUB_LIMIT_PUBLIC: "100000",
  HUB_LIMIT_MEMBER_LOOKUP: "10000",
  HUB_LIMIT_INVITE_ADDRESS: "100000",
  HUB_LIMIT_INVITE_RESEND: "100000",
  HUB_LIMIT_DOMAIN_RECHECK: "100000",
  HUB_LIMIT_DOMAIN_RETRY: "100000"
}

const served = (endpoints?: typeof frameworkEndpoints) =>
  Effect.map(
    Layer.build(Service.layer({ dataset, environment: limits, ...(endpoints === undefined ? {} : { endpoints }) })),
    (context) => Effect.provideContext(Service.Service, context)
  ).pipe(Effect.flatten)

/** The sample and damaged variants, each of which is answered before or by the endpoint's schemas. */
const requestsOf = (method: string, { body, path }: Sample, credential: Record<string, string>) => {
  const keyed = { ...credential, "x-request-id": "it-1", "idempotency-key": "differential-1" }
  const [before = "", query = ""] = path.split("?")
  const json = body === undefined ? {} : { body }
  return [
    { why: "sample", path, headers: keyed, ...json },
    { why: "again", path, headers: keyed, ...json },
    { why: "no credential", path, headers: { "x-request-id": "it-1" }, ...json },
    { why: "no key", path, headers: { ...credential, "x-request-id": "it-1" }, ...json },
    {
      why: "wrong id",
      path: path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "none"),
      headers: { ...keyed, "idempotency-key": "differential-2" },
      ...json
    },
    {
      why: "wrong query",
      path: `${before}?limit=x&offset=-1&status=none&scope=&${query}`,
      headers: { ...keyed, "idempotency-key": "differential-3" },
      ...json
    },
    ...(method === "GET"
      ? []
      : [
          {
            why: "wrong body",
            path,
            headers: { ...keyed, "idempotency-key": "differential-4" },
            body: { nothing: 1, limit: "x", query: 1, id: 1 }
          }
        ])
  ]
}

describe("routes of the service and of HttpApiBuilder", () => {
  it.live("GEN-007: answer the same requests with the same status, headers and body", () =>
    Effect.gen(function* () {
      const own = yield* served()
      const framework = yield* served(frameworkEndpoints)
      for (const surface of compared) {
        for (const endpoint of surface.endpoints) {
          const sample = samples[endpoint.identifier]
          assert.isDefined(sample, endpoint.identifier)
          for (const { path, why, ...request } of requestsOf(
            endpoint.method,
            sample,
            credentials[surface.name] ?? {}
          )) {
            const ours = yield* own.call(endpoint.method, path, request)
            const theirs = yield* framework.call(endpoint.method, path, request)
            assert.deepStrictEqual(visible(ours), visible(theirs), `${endpoint.identifier}: ${why}`)
          }
        }
      }
    }).pipe(Effect.scoped, Effect.provideService(Clock.Clock, Effect.runSync(Clock.clockWith(Effect.succeed))))
  )
})
