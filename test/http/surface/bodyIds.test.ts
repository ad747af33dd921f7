import { assert, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import { answersAlike } from "../../support/matrix/reach.ts"
import { freshKey, type Subject } from "../../support/matrix/Subject.ts"
import { Service } from "../../support/http/service.ts"
import { inMemory } from "../../support/things.ts"

const sample = { path: "/v1/partner/things-at", body: { venueId: demoIds.venues.V1 } }
const narrow = { "x-api-key": partnerKeys.PA_v1 }
const ids = { field: "venueId", foreign: demoIds.venues.W1, outOfReach: demoIds.venues.V2 }

/** The matrix's verdict on an endpoint whose body takes the id of a venue. */
const judged = Effect.fnUntraced(function* (what: string) {
  const { call, count } = yield* inMemory
  const send: Subject["send"] = ({ body = sample.body, headers = {} } = {}) =>
    call({
      as: headers["x-api-key"] ?? partnerKeys.PA,
      key: freshKey(),
      under: "things-at",
      what,
      body: JSON.stringify(body)
    })
  const service = Service.of({
    baseUrl: "http://things.test",
    call: () => Effect.die("not called"),
    findings: Effect.succeed([]),
    rows: Effect.map(count, (made) => new Set([String(made)])),
    holdKeys: Effect.void,
    reset: Effect.void
  })
  const refused: Subject["refused"] = (answer, status, why) => assert.strictEqual(answer.status, status, why)
  return yield* Effect.gen(function* () {
    assert.strictEqual((yield* send()).status, 200)
    return yield* Effect.exit(answersAlike({ narrow, refused, sample, send }, ids))
  }).pipe(Effect.provideService(Service, service))
}, Effect.scoped)

it.effect("PAR-140: the matrix passes an endpoint that answers missing, foreign and unreachable ids alike", () =>
  Effect.map(judged("alike"), (exit) => assert.isTrue(Exit.isSuccess(exit), String(exit)))
)

it.effect("PAR-140: the matrix fails an endpoint that distinguishes foreign ids, and one that names no field", () =>
  Effect.gen(function* () {
    assert.isTrue(Exit.isFailure(yield* judged("knowing")))
    assert.isTrue(Exit.isFailure(yield* judged("nameless")))
  })
)
