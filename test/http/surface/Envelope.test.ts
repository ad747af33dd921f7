import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { CredentialInvalid, CredentialMissing } from "../../../src/domain/access/HubCaller.ts"
import { IdentityProviderUnavailable } from "../../../src/domain/access/IdentityProvider.ts"
import { ApiKeyInvalid, CredentialsAmbiguous } from "../../../src/domain/access/PartnerCredentialErrors.ts"
import { PermissionMissing } from "../../../src/domain/access/requirePermissions.ts"
import { CoreNotReady, CoreUnavailable } from "../../../src/domain/brands/BrandErrors.ts"
import { RateLimited } from "../../../src/domain/ratelimit/RateLimited.ts"
import { CursorConflict, CursorInvalid } from "../../../src/domain/shared/Cursors.ts"
import type { FailureClass, FailureInstance } from "../../../src/domain/shared/Failure.ts"
import { NotFound } from "../../../src/domain/shared/NotFound.ts"
import { ParameterInvalid } from "../../../src/http/surface/RequestErrors.ts"
import { problem, problems } from "../../../src/http/hub/problem.ts"
import { partnerFailure, partnerFailures } from "../../../src/http/partner/partnerFailure.ts"
import { commonStatuses, declaredIn, failureResponse } from "../../../src/http/surface/Envelope.ts"
import { RequestFacts, type RequestFactsShape } from "../../../src/http/surface/RequestFacts.ts"
import { statusMessages } from "../../../src/http/surface/documents/statusMessages.ts"
import {
  BodyMalformed,
  BodyTooLarge,
  ContentTypeUnsupported,
  InternalFault,
  MethodNotAllowed,
  RequestInvalid,
  RouteUnknown,
  ServiceUnavailable
} from "../../../src/http/surface/transportFailures.ts"
import { recordOf } from "../../support/http/service.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00Z").epochMilliseconds

const facts: RequestFactsShape = {
  id: "it-42",
  method: "GET",
  path: "/api/external/v1/brands",
  address: "198.51.100.1",
  startedAt: 0,
  route: undefined,
  traceId: undefined,
  quiet: false
}

const issues = [
  { field: "limit", in: "query", message: "Expected an integer" },
  { field: "", in: "body", message: "Expected an object" }
] as const

interface Sample {
  readonly of: FailureClass
  readonly one: FailureInstance
}

const hubSamples: ReadonlyArray<Sample> = [
  { of: CredentialMissing, one: new CredentialMissing() },
  { of: CredentialInvalid, one: new CredentialInvalid() },
  { of: IdentityProviderUnavailable, one: new IdentityProviderUnavailable() },
  { of: PermissionMissing, one: new PermissionMissing({ requiredPermissions: ["hub:api:brands:read"] }) },
  { of: RateLimited, one: new RateLimited({ retryAfterSeconds: 17 }) },
  { of: CursorInvalid, one: new CursorInvalid() },
  { of: CursorConflict, one: new CursorConflict() },
  { of: CoreUnavailable, one: new CoreUnavailable() },
  { of: CoreNotReady, one: new CoreNotReady() },
  { of: ParameterInvalid, one: new ParameterInvalid({ issues }) },
  { of: ParameterInvalid, one: new ParameterInvalid({ issues, more: 3 }) },
  { of: MethodNotAllowed, one: new MethodNotAllowed({ allow: ["GET"] }) },
  { of: BodyMalformed, one: new BodyMalformed({ reason: "The body is not UTF-8" }) },
  { of: BodyTooLarge, one: new BodyTooLarge({ limitBytes: 1024 }) },
  { of: InternalFault, one: new InternalFault() },
  { of: ServiceUnavailable, one: new ServiceUnavailable() }
]

const partnerSamples: ReadonlyArray<Sample> = [
  { of: CredentialsAmbiguous, one: new CredentialsAmbiguous() },
  { of: ApiKeyInvalid, one: new ApiKeyInvalid({}) },
  { of: ApiKeyInvalid, one: new ApiKeyInvalid({ reason: "revoked" }) },
  { of: PermissionMissing, one: new PermissionMissing({ requiredPermissions: ["partner:arrivals:read"] }) },
  { of: NotFound, one: new NotFound({}) },
  { of: NotFound, one: new NotFound({ field: "programId" }) },
  { of: RateLimited, one: new RateLimited({ retryAfterSeconds: 17 }) },
  { of: RequestInvalid, one: new RequestInvalid({ issues }) },
  { of: RequestInvalid, one: new RequestInvalid({ issues, more: 3 }) },
  { of: ContentTypeUnsupported, one: new ContentTypeUnsupported() }
]

const surfaces = [
  { name: "hub", envelope: problems, declare: problem, samples: hubSamples },
  { name: "partner", envelope: partnerFailures, declare: partnerFailure, samples: partnerSamples }
]

const asFailure = Effect.provideService(RequestFacts, facts)

describe("a failure declared on an endpoint", () => {
  for (const { declare, envelope, name, samples } of surfaces) {
    it.effect(`GEN-007: the ${name} surface sends the body of its envelope, and clients can decode it`, () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(now)
        for (const { of, one } of samples) {
          const codec = declare(of)
          const encoded: unknown = yield* asFailure(Schema.encodeUnknownEffect(codec)(one))
          const response = failureResponse(envelope, one, facts, now)
          assert.deepStrictEqual(JSON.parse(textOf(response)), JSON.parse(JSON.stringify(encoded)))
          const read = yield* Schema.decodeUnknownEffect(codec)(JSON.parse(JSON.stringify(encoded)))
          assert.deepStrictEqual(read, one, of.identifier)
          assert.strictEqual(Object.getPrototypeOf(read), Object.getPrototypeOf(one))
        }
      })
    )
  }

  it.effect("MEM-007: the plain shape has only statusCode, message and code, and decodes to its failure", () =>
    Effect.gen(function* () {
      for (const [of, one] of [
        [RouteUnknown, new RouteUnknown()],
        [InternalFault, new InternalFault()],
        [ServiceUnavailable, new ServiceUnavailable()]
      ] as const) {
        const codec = declaredIn(statusMessages)<FailureClass>(of)
        const encoded: unknown = yield* asFailure(Schema.encodeUnknownEffect(codec)(one))
        assert.hasAllKeys(encoded, ["statusCode", "message", "code"])
        assert.deepStrictEqual(yield* Schema.decodeUnknownEffect(codec)(encoded), one)
      }
    })
  )

  it.effect("HUB-088: a body with another code, status or type, or no requestId, does not decode", () =>
    Effect.gen(function* () {
      const decode = Schema.decodeUnknownEffect(problem(CursorInvalid))
      const encoded: unknown = yield* asFailure(Schema.encodeUnknownEffect(problem(CursorInvalid))(new CursorInvalid()))
      for (const change of [
        { code: "not_found" },
        { status: 404 },
        { type: "about:blank" },
        { requestId: undefined }
      ]) {
        const error = yield* Effect.flip(decode({ ...recordOf(encoded), ...change }))
        assert.instanceOf(error, Schema.SchemaError)
      }
    })
  )
})

const textOf = (response: ReturnType<typeof failureResponse>) =>
  response.body._tag === "Uint8Array" ? new TextDecoder().decode(response.body.body) : assert.fail("no text")

describe("failureResponse", () => {
  it("HUB-088: a problem names the request id, the code and the path, whatever characters it has", () => {
    const path = '/api/external/v1/"\u0000<\u2028é'
    const response = failureResponse(problems, new RouteUnknown(), { ...facts, path }, now)
    assert.strictEqual(response.status, 404)
    assert.strictEqual(response.headers["content-type"], "application/problem+json")
    assert.deepStrictEqual(JSON.parse(textOf(response)), {
      type: "urn:hub:problem:not_found",
      title: "No such route",
      status: 404,
      detail: "No route matches this URL",
      instance: path,
      code: "not_found",
      requestId: "it-42"
    })
  })

  it("GEN-007: the message names each field, and none if the whole body is wrong", () => {
    for (const invalid of [new ParameterInvalid({ issues }), new RequestInvalid({ issues })]) {
      assert.strictEqual(invalid.message, "limit: Expected an integer; Expected an object")
    }
  })

  it("HUB-078: only a 401 has WWW-Authenticate, with the scheme", () => {
    for (const envelope of [problems, partnerFailures, statusMessages]) {
      assert.strictEqual(
        failureResponse(envelope, new CredentialMissing(), facts, now).headers["www-authenticate"],
        "Bearer"
      )
      assert.isUndefined(failureResponse(envelope, new CursorInvalid(), facts, now).headers["www-authenticate"])
    }
  })

  it("GEN-007: only a 405 has Allow, with the methods", () => {
    const wrong = failureResponse(problems, new MethodNotAllowed({ allow: ["GET", "POST"] }), facts, now)
    assert.deepStrictEqual([wrong.status, wrong.headers["allow"]], [405, "GET, POST"])
    assert.isUndefined(failureResponse(problems, new RouteUnknown(), facts, now).headers["allow"])
  })

  it("HUB-076: on the hub every invalid body is 400 invalid_body; elsewhere 413 and 415 are distinct", () => {
    for (const one of [
      new BodyTooLarge({ limitBytes: 1 }),
      new ContentTypeUnsupported(),
      new BodyMalformed({ reason: "no" })
    ]) {
      const response = failureResponse(problems, one, facts, now)
      assert.deepStrictEqual([response.status, JSON.parse(textOf(response)).code], [400, "invalid_body"])
    }
    assert.strictEqual(failureResponse(partnerFailures, new BodyTooLarge({ limitBytes: 1 }), facts, now).status, 413)
    assert.strictEqual(failureResponse(statusMessages, new ContentTypeUnsupported(), facts, now).status, 415)
    assert.strictEqual(commonStatuses.wrongMethod, 405)
  })

  it("GEN-010: an undeclared error is answered as an internal fault, without its text", () => {
    const secret = Object.assign(new Error("SELECT secret FROM keys"), { _tag: "SqlError" })
    for (const envelope of [problems, partnerFailures, statusMessages]) {
      const response = failureResponse(envelope, secret, facts, now)
      assert.strictEqual(response.status, 500)
      assert.strictEqual(textOf(response), textOf(failureResponse(envelope, new InternalFault(), facts, now)))
      assert.notInclude(textOf(response), "secret")
    }
  })
})
