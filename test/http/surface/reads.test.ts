import { assert, describe, it } from "@effect/vitest"
import { Clock, DateTime, Effect, Layer } from "effect"
import { surfaces } from "../../../src/cli/server/application.ts"
import { demoDataset } from "../../../src/demo/demoDataset.ts"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { isWrite } from "../../../src/http/surface/Verb.ts"
import { tokenFor } from "../../support/member.ts"
import { sessionOf, withSessions, withSessionsOver } from "../../support/operator.ts"
import { bearer, key } from "../../support/partner.ts"
import { hubSamples } from "../../support/samples/hubSamples.ts"
import { memberSamples } from "../../support/samples/memberSamples.ts"
import { everyOperatorSample } from "../../support/samples/operatorSamples.ts"
import { partnerSamples } from "../../support/samples/partnerSamples.ts"
import { publicSamples } from "../../support/samples/publicSamples.ts"
import type { Sample } from "../../support/http/Sample.ts"
import * as Service from "../../support/http/service.ts"

const samples: Readonly<Record<string, Sample>> = {
  ...hubSamples,
  ...memberSamples,
  ...everyOperatorSample,
  ...partnerSamples,
  ...publicSamples
}

/**
 * Reads that first settle what is due: claims and points of their member, claims that hold codes (MEM-092, MEM-117).
 */
const settling: ReadonlySet<string> = new Set([
  "getDeskFulfillment",
  "listCodePools",
  "getCodePool",
  "listPoolCodes",
  "getFulfillment",
  "listOffers",
  "getOffer",
  "getBalance",
  "getWallet",
  "listActivity",
  "listTransactions",
  "listNotifications",
  "getUnreadCount"
])

const moments = [
  { when: "on fresh data", dataset: withSessions, exceptions: new Set<string>() },
  {
    when: "on data with much overdue, except reads that settle it",
    dataset: withSessionsOver(demoDataset(DateTime.makeUnsafe("2026-03-04T05:06:07Z"))),
    exceptions: settling
  }
]

const differences = (before: ReadonlySet<string>, after: ReadonlySet<string>) => [
  ...[...before].filter((row) => !after.has(row)).map((row) => `was ${row}`),
  ...[...after].filter((row) => !before.has(row)).map((row) => `is ${row}`)
]

describe("reads of every surface", () => {
  for (const { dataset, exceptions, when } of moments) {
    it.live(`change no row ${when}`, () =>
      Effect.gen(function* () {
        const service = yield* Effect.flatMap(Layer.build(Service.layer({ dataset })), (context) =>
          Effect.provideContext(Service.Service, context)
        )
        const credentials: Readonly<Record<string, Record<string, string>>> = {
          hub: bearer(hubKeys.KH_all),
          member: bearer(yield* tokenFor("M1")),
          operator: sessionOf("manage"),
          partner: key("PA"),
          public: {}
        }
        const before = yield* service.rows
        assert.isAbove(before.size, 0)
        for (const { endpoints, name } of surfaces) {
          const reads = endpoints.filter((each) => !isWrite(each) && !exceptions.has(each.identifier))
          for (const { identifier, method } of reads) {
            const sample = samples[identifier]
            assert.isDefined(sample, identifier)
            const { body, path, status = 200 } = sample
            const answer = yield* service.call(method, path, { headers: credentials[name], body })
            assert.strictEqual(answer.status, status, `${identifier}: ${answer.text}`)
            const changed = differences(before, yield* service.rows)
            assert.deepStrictEqual(changed, [], `${identifier} is a read and changed rows`)
          }
        }
      }).pipe(Effect.scoped, Effect.provideService(Clock.Clock, Effect.runSync(Clock.clockWith(Effect.succeed))))
    )
  }
})
