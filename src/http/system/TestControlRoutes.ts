import { DateTime, Effect, Layer, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Mailbox, MailboxMessage } from "../../domain/delivery/Mailbox.ts"
import { jobNames, Jobs } from "../../domain/jobs/Jobs.ts"
import { Outbox, OutboxEntry } from "../../domain/outbox/Outbox.ts"
import { Deployment } from "../../domain/shared/Deployment.ts"
import type { FailureInstance } from "../../domain/shared/Failure.ts"
import { ArmedFault, TestControls, TestControlsRefused, TimeMove, TimeSet } from "../../domain/testing/TestControls.ts"
import { acceptJson } from "../surface/jsonBody.ts"
import { DomainTwins, TwinCertificate, TwinRecords } from "../../domain/testing/DomainTwins.ts"
import { externalAddress } from "../surface/externalAddress.ts"
import { issuesOf } from "../surface/requestIssues.ts"
import { strictParsing } from "../surface/strictBody.ts"
import { RequestInvalid, RouteUnknown } from "../surface/transportFailures.ts"
import { plainRoute } from "./plainRoute.ts"
import { sendsToken } from "./sendsToken.ts"

const FaultBody = Schema.Struct({
  ...ArmedFault.fields,
  times: ArmedFault.fields.times.pipe(Schema.withDecodingDefaultKey(Effect.succeed(1))),
  delayMs: ArmedFault.fields.delayMs.pipe(Schema.withDecodingDefaultKey(Effect.succeed(0))),
  fail: ArmedFault.fields.fail.pipe(Schema.withDecodingDefaultKey(Effect.succeed(true)))
})

/** Decodes the request body; excess fields are refused. */
const bodyOf = <A>(schema: Schema.ConstraintDecoder<A>) => {
  const decode = Schema.decodeUnknownEffect(schema, strictParsing)
  return Effect.gen(function* () {
    const { bodyLimitBytes } = yield* Deployment
    const json = yield* acceptJson(yield* HttpServerRequest.HttpServerRequest, bodyLimitBytes)
    return yield* Effect.mapError(decode(json), (cause) => new RequestInvalid(issuesOf({ cause }, "body")))
  })
}

const ok = (body: unknown) => HttpServerResponse.jsonUnsafe(body, { headers: { "Cache-Control": "no-store" } })

const authorize = Effect.gen(function* () {
  const { token } = yield* TestControls
  if (token !== undefined && !(yield* sendsToken(token))) return yield* new TestControlsRefused()
})

const control = <R>(
  method: "GET" | "POST",
  path: `/${string}`,
  handle: Effect.Effect<HttpServerResponse.HttpServerResponse, FailureInstance, R>
) => plainRoute(method, path, Effect.andThen(authorize, handle))

/** Either `now`, which sets the clock, or `advanceSeconds`, which moves it; the response is the resulting time. */
const timeChange = bodyOf(Schema.Union([TimeSet, TimeMove], { mode: "oneOf" }))

const clock = control(
  "POST",
  "/__test/clock",
  Effect.gen(function* () {
    const now = yield* TestControls.use((controls) => Effect.flatMap(timeChange, controls.changeTime))
    return ok({ now: DateTime.formatIso(now) })
  })
)

const faults = control(
  "POST",
  "/__test/faults",
  Effect.gen(function* () {
    const controls = yield* TestControls
    yield* controls.armFault(yield* bodyOf(FaultBody))
    return ok({ items: yield* controls.listFaults })
  })
)

const jobs = control(
  "POST",
  "/__test/jobs/:job/run",
  Effect.gen(function* () {
    const { job } = yield* HttpRouter.params
    const name = jobNames.find((candidate) => candidate === job)
    if (name === undefined) return yield* new RouteUnknown()
    return ok(yield* Jobs.use(({ run }) => run(name)))
  })
)

const encodeEntries = Schema.encodeEffect(Schema.toCodecJson(Schema.Array(OutboxEntry)))
const encodeMailbox = Schema.encodeEffect(Schema.toCodecJson(Schema.Array(MailboxMessage)))

const outbox = control(
  "GET",
  "/__test/outbox",
  Effect.gen(function* () {
    const entries = yield* Outbox.use(({ list }) => list)
    const delivered = yield* Mailbox.use(({ list }) => list)
    return ok({
      items: yield* Effect.orDie(encodeEntries(entries)),
      mailbox: yield* Effect.orDie(encodeMailbox(delivered))
    })
  })
)

/** Records of the twin that takes the place of the DNS. */
const dns = control(
  "POST",
  "/__test/dns",
  Effect.gen(function* () {
    const records = yield* bodyOf(TwinRecords)
    yield* DomainTwins.use((twins) => twins.setRecords(records))
    return ok(records)
  })
)

/** What the twin that takes the place of the edge says of a hostname. */
const certificates = control(
  "POST",
  "/__test/certificates",
  Effect.gen(function* () {
    const certificate = yield* bodyOf(TwinCertificate)
    yield* DomainTwins.use((twins) => twins.setCertificate(certificate))
    return ok(certificate)
  })
)

/** The ids, keys and tokens of the demo data, like `hub demo --json`. */
const manifest = control(
  "GET",
  "/__test/demo",
  Effect.gen(function* () {
    const controls = yield* TestControls
    if (controls.manifest === undefined) return yield* new RouteUnknown()
    return ok(yield* controls.manifest(yield* externalAddress))
  })
)

const reset = control(
  "POST",
  "/__test/reset",
  Effect.gen(function* () {
    yield* TestControls.use((controls) => controls.reset)
    yield* DomainTwins.use(({ forget }) => forget)
    return ok({ reset: true })
  })
)

/**
 * Controls for tests of a running process (GEN-014), mounted only with `HUB_TEST_CONTROLS=1`. They require a token if
 * one is set.
 */
export const TestControlRoutes = Layer.mergeAll(clock, faults, jobs, outbox, dns, certificates, manifest, reset)
