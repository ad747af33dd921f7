import { Clock, DateTime, Effect, Exit } from "effect"
import { SecureRandom } from "effect/crypto"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { PartnerCaller, type PartnerCallerShape } from "../../domain/access/PartnerCaller.ts"
import { OrganizationMissing } from "../../domain/access/PartnerCredentialErrors.ts"
import { reachesEvery } from "../../domain/access/Reach.ts"
import { TouchedVenues } from "../../domain/access/TouchedVenues.ts"
import { countIdempotency } from "../../domain/idempotency/countIdempotency.ts"
import { partnerFingerprint } from "../../domain/idempotency/partnerFingerprint.ts"
import { PartnerIdempotency, type PartnerIdempotencyRecord } from "../../domain/idempotency/PartnerIdempotency.ts"
import { IdempotencyInFlight, IdempotencyKeyReused } from "../../domain/idempotency/PartnerIdempotencyErrors.ts"
import { atomically } from "../../domain/shared/atomically.ts"
import { Digests } from "../../domain/shared/Digests.ts"
import { type FailureInstance, failureOf } from "../../domain/shared/Failure.ts"
import { NotFound } from "../../domain/shared/NotFound.ts"
import { shown } from "../surface/Envelope.ts"
import { RequestFacts } from "../surface/RequestFacts.ts"
import { KeyReleases } from "./KeyReleases.ts"
import { partnerFailures } from "./partnerFailure.ts"
import { queryOf } from "./queryOf.ts"
import { successText } from "../surface/successText.ts"

/** How long a first attempt has a key to itself (PAR-123), and how long its answer is kept (PAR-125). */
const lease = { seconds: 180 }
const retention = { hours: 72 }

/** What the kernel needs of a decoded write. */
export interface Command {
  readonly endpoint: HttpApiEndpoint.Top
  readonly request: HttpServerRequest.HttpServerRequest
  readonly headers: { readonly "idempotency-key": string }
}

const fingerprintOf = Effect.fnUntraced(function* ({ endpoint, request }: Command) {
  const digests = yield* Digests
  const { path } = yield* RequestFacts
  const body = endpoint.payload.size === 0 ? "" : yield* Effect.orDie(request.text)
  return digests.sha256(partnerFingerprint({ method: request.method, path, query: [...queryOf(request)], body }))
})

const claimOf = Effect.fnUntraced(function* (command: Command, organizationId: number) {
  const random = yield* SecureRandom.SecureRandom
  const now = yield* DateTime.now
  const record: PartnerIdempotencyRecord = {
    tenant: String(organizationId),
    key: command.headers["idempotency-key"],
    fingerprint: yield* fingerprintOf(command),
    state: "in_flight",
    ownerToken: yield* random.uuidV4(),
    leaseUntil: DateTime.add(now, lease),
    venueIds: null,
    status: null,
    body: null,
    createdAt: now,
    expiresAt: DateTime.add(now, retention)
  }
  return record
})

const responseOf = (status: number, body: string | null, headers: Readonly<Record<string, string>> = {}) =>
  body === null
    ? HttpServerResponse.empty({ status, headers })
    : HttpServerResponse.text(body, { status, contentType: partnerFailures.contentType, headers })

/** What a key that somebody else holds means for this request. */
const replayed = (
  claim: PartnerIdempotencyRecord,
  held: PartnerIdempotencyRecord,
  { reach }: PartnerCallerShape
): Effect.Effect<HttpServerResponse.HttpServerResponse, IdempotencyKeyReused | IdempotencyInFlight | NotFound> => {
  if (held.fingerprint !== claim.fingerprint) {
    return Effect.andThen(countIdempotency("partner", "conflict"), Effect.fail(new IdempotencyKeyReused()))
  }
  if (held.status === null) {
    return Effect.andThen(countIdempotency("partner", "in_progress"), Effect.fail(new IdempotencyInFlight()))
  }
  if (!reachesEvery(reach, held.venueIds)) return Effect.fail(new NotFound({}))
  return Effect.as(
    countIdempotency("partner", "replayed"),
    responseOf(held.status, held.body, { "X-Idempotent-Replay": "true" })
  )
}

/** Collects the venues a write touches; null, which is all of them, until it says so. */
const makeTouched = () => {
  let ids: Set<number> | undefined
  return {
    add: (venueIds: ReadonlyArray<number>) => {
      ids = new Set([...(ids ?? []), ...venueIds])
    },
    venueIds: () => (ids === undefined ? null : [...ids]),
    clear: () => {
      ids = undefined
    }
  }
}

const isStateConflict = (error: FailureInstance) => failureOf(error)?.kind === "conflict"

/**
 * Runs the effect with its answer in one transaction, so that neither is there without the other (PAR-127). A conflict
 * of states is an answer too: it is kept after the effect has been rolled back (PAR-125).
 */
const execute = Effect.fnUntraced(function* <E extends FailureInstance, R>(
  { key, ownerToken, tenant }: PartnerIdempotencyRecord,
  endpoint: HttpApiEndpoint.Top,
  effect: Effect.Effect<unknown, E, R>
) {
  const { updateAnswer } = yield* PartnerIdempotency
  const touched = makeTouched()

  const keep = Effect.fnUntraced(function* (status: number, body: string | null) {
    const kept = yield* updateAnswer({ tenant, key, ownerToken, status, body, venueIds: touched.venueIds() })
    // The lease ran out and another attempt has the key: what this one did must not stand.
    if (!kept) return yield* new IdempotencyInFlight()
    return responseOf(status, body)
  })

  const attempt = Effect.gen(function* () {
    touched.clear()
    const value = yield* Effect.provideService(effect, TouchedVenues, touched)
    const { body, status } = yield* successText(endpoint, value)
    return yield* keep(status, body)
  })

  return yield* attempt.pipe(
    atomically,
    Effect.catchIf(isStateConflict, (error) =>
      Effect.gen(function* () {
        const request = yield* RequestFacts
        const { status, text } = shown(partnerFailures, error, request, yield* Clock.currentTimeMillis)
        return yield* keep(status, text)
      })
    )
  )
})

/**
 * A write whose answer is kept under its Idempotency-Key for the organization (PAR-115 to PAR-127): the same request gets
 * the first answer again, to the byte, if the venues it touched are within reach; another request, or the same one
 * while the first is at work, is refused at once. Whatever leaves no answer gives the key back. A client that hangs
 * up does not stop a write.
 */
export const replayable = <Request extends Command, E extends FailureInstance, R>(
  handler: (request: Request) => Effect.Effect<Request["endpoint"]["~Success"]["Type"], E, R>
) => ({
  handler: Effect.fnUntraced(function* (request: Request) {
    const caller = yield* PartnerCaller
    if (caller.organization === null) return yield* new OrganizationMissing({ reason: "organization_required" })
    const keys = yield* PartnerIdempotency
    const releases = yield* KeyReleases
    const claim = yield* claimOf(request, caller.organization.id)
    return yield* Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const held = yield* keys.insert(claim)
        if (held.ownerToken !== claim.ownerToken) return yield* replayed(claim, held, caller)
        return yield* restore(execute(claim, request.endpoint, handler(request))).pipe(
          Effect.tap(countIdempotency("partner", "executed")),
          Effect.onExit((exit) => (Exit.isSuccess(exit) ? Effect.void : releases.release(claim)))
        )
      })
    )
  }),
  options: { uninterruptible: true }
})
