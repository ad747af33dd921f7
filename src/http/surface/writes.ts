import { Clock, DateTime, Effect, Option } from "effect"
import type { SecureRandom } from "effect/crypto"
import { HttpServerRequest, type HttpServerResponse, type Multipart } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { AuditOrigin } from "../../domain/audit/audit.ts"
import type { AuditActor } from "../../domain/audit/AuditLog.ts"
import { canonicalJson } from "../../domain/idempotency/canonicalJson.ts"
import { IdempotencyKeys } from "../../domain/idempotency/IdempotencyKeys.ts"
import type { IdempotencyPolicy } from "../../domain/idempotency/IdempotencyPolicy.ts"
import type { FirstResponse, Write } from "../../domain/idempotency/KeyedWrite.ts"
import type { KeyReleases } from "../../domain/idempotency/KeyReleases.ts"
import { once } from "../../domain/idempotency/once.ts"
import { turnOf } from "../../domain/idempotency/turnOf.ts"
import type { Atomic } from "../../domain/shared/Atomic.ts"
import { Digests } from "../../domain/shared/Digests.ts"
import type { FailureInstance } from "../../domain/shared/Failure.ts"
import { isCommittedRefusal } from "../../domain/shared/CommittedRefusal.ts"
import type { Vault } from "../../domain/shared/Vault.ts"
import { type Envelope, encodeFailure } from "./Envelope.ts"
import { headerOf } from "./headerOf.ts"
import { RequestFacts } from "./RequestFacts.ts"
import { httpResponseOf, type SuccessEncoder } from "./successes.ts"

/** A request decoded by its endpoint's schemas. */
export interface DecodedRequest {
  readonly endpoint: HttpApiEndpoint.Top
  readonly request: HttpServerRequest.HttpServerRequest
  readonly params?: unknown
  readonly query?: unknown
  readonly payload?: unknown
  /** The raw form of a multipart body. */
  readonly form?: Multipart.Persisted | undefined
}

/**
 * The tenant that owns a request's idempotency key, and whether the caller may replay a response about given venues
 * (PAR-126).
 */
export interface KeyOwner {
  readonly tenant: string
  readonly mayRepeat: Write<never, never>["mayRepeat"]
  /** The actor recorded in the audit log. */
  readonly actor: AuditActor
}

/** How a surface runs its writes: its idempotency policy and how it stores responses. */
export interface WriteRules<E extends FailureInstance, R> {
  readonly policy: IdempotencyPolicy<E>
  readonly envelope: Envelope
  /** The request's idempotency key; undefined if the surface makes it optional and the request has none. */
  readonly keyOf: (request: HttpServerRequest.HttpServerRequest) => string | undefined
  readonly owner: Effect.Effect<KeyOwner, E, R>
  /** The input of the request's fingerprint, unless the handler provides its own. */
  readonly fingerprintInput: (write: DecodedRequest) => Effect.Effect<string>
  /** Whether a refusal is stored and replayed like a success (PAR-125). */
  readonly keeps: (refusal: FailureInstance) => boolean
  /** Additional headers of a replayed response. */
  readonly replayHeaders: Readonly<Record<string, string>>
}

/** The Idempotency-Key header of a request. */
export const headerKey = (request: HttpServerRequest.HttpServerRequest): string | undefined =>
  headerOf(request, "idempotency-key")

/** Whether the key of this request has a stored response, whichever request it belongs to. */
export const hasStoredResponse = Effect.fnUntraced(function* <E extends FailureInstance, R>({
  keyOf,
  owner,
  policy
}: WriteRules<E, R>) {
  const key = keyOf(yield* HttpServerRequest.HttpServerRequest)
  if (key === undefined) return false
  const { tenant } = yield* owner
  const keys = yield* IdempotencyKeys
  const held = yield* keys.find({ namespace: policy.namespace, tenant, key })
  const now = yield* DateTime.now
  return Option.exists(held, ({ expiresAt, status }) => status !== null && DateTime.isGreaterThan(expiresAt, now))
})

/** The fingerprint input of the decoded request: independent of how its JSON was formatted. */
export const decodedInput = ({ endpoint, params, payload, query }: DecodedRequest): Effect.Effect<string> =>
  Effect.succeed(canonicalJson([endpoint.identifier, params ?? null, query ?? null, payload ?? null]))

/**
 * The response of a write run by `runnerOf`. Only this module can construct it, which forces a staged handler to use
 * `once`.
 */
class OnceResponse {
  readonly #response: HttpServerResponse.HttpServerResponse

  constructor(response: HttpServerResponse.HttpServerResponse) {
    this.#response = response
  }

  get response() {
    return this.#response
  }
}

export type { OnceResponse }

export type AnyEffect = Effect.Effect<unknown, unknown, unknown>

/** Options of a staged write with the success `A`. */
export interface KeyFacts<Ahead extends AnyEffect = AnyEffect, A = unknown> {
  /**
   * Runs before the transaction, once per key: a replay skips it, and its failure fails the write. It must not change
   * state.
   */
  readonly ahead?: Ahead
  /** The fingerprint input, if it is not the whole request. */
  readonly fingerprintInput?: string
  /** The owner of the key, if it is not the caller's tenant: for the public invite, its link (PAR-069). */
  readonly tenant?: string
  /**
   * The part of a success that is stored and replayed, if not all of it: a secret is returned only once (GEN-009,
   * INT-016).
   */
  kept?(success: A): A
}

/** The services that running a write requires. */
export type WriteServices = Atomic | Digests | IdempotencyKeys | KeyReleases | SecureRandom.SecureRandom | Vault

const isFailure = (error: unknown): error is FailureInstance => error instanceof Error

/** Runs a write and encodes its success, recording the actor in the audit log. */
type Run<E, R> = (actor: AuditActor) => Effect.Effect<FirstResponse, E, R>

const runWithoutKey = Effect.fnUntraced(function* <PolicyError extends FailureInstance, Owner, E, R, E2, R2>(
  { owner, policy }: WriteRules<PolicyError, Owner>,
  run: Run<E, R>,
  { ahead }: KeyFacts<Effect.Effect<unknown, E2, R2>>
) {
  const { actor, tenant } = yield* owner
  const turn = yield* turnOf(policy, tenant)
  yield* ahead ?? Effect.void
  const response = yield* Effect.catch(turn.atomically(run(actor)), (error) =>
    Effect.fail(isCommittedRefusal(error) ? error.failure : error)
  )
  return new OnceResponse(httpResponseOf(response))
})

const responseToRefusal = Effect.fnUntraced(function* (
  { envelope, keeps }: Pick<WriteRules<FailureInstance, never>, "envelope" | "keeps">,
  refusal: unknown
) {
  if (!isFailure(refusal) || !keeps(refusal)) return undefined
  const request = yield* RequestFacts
  const { headers, status, text } = encodeFailure(envelope, refusal, request, yield* Clock.currentTimeMillis)
  return { status, headers: { ...headers, "content-type": envelope.contentType }, body: text }
})

const runUnderKey = Effect.fnUntraced(function* <PolicyError extends FailureInstance, Owner, E, R, E2, R2>(
  rules: WriteRules<PolicyError, Owner>,
  key: string,
  decoded: DecodedRequest,
  run: Run<E, R>,
  facts: KeyFacts<Effect.Effect<unknown, E2, R2>>
) {
  const { actor, mayRepeat, tenant } = yield* rules.owner
  const digests = yield* Digests
  const fingerprint = digests.sha256(facts.fingerprintInput ?? (yield* rules.fingerprintInput(decoded)))
  const keyed: Write<E | E2 | PolicyError, R | R2> = {
    ahead: facts.ahead,
    run: run(actor),
    responseTo: (refusal) => responseToRefusal(rules, refusal),
    mayRepeat
  }
  const { response, isReplay } = yield* once(rules.policy, { tenant: facts.tenant ?? tenant, key, fingerprint }, keyed)
  return new OnceResponse(
    httpResponseOf(isReplay ? { ...response, headers: { ...response.headers, ...rules.replayHeaders } } : response)
  )
})

/**
 * Runs the write of one request. The response is encoded inside the transaction, so that the stored copy equals the
 * first response byte for byte. Without a key it is a plain transaction.
 */
export const runnerOf =
  <PolicyError extends FailureInstance, Owner>(rules: WriteRules<PolicyError, Owner>, encode: SuccessEncoder) =>
  (decoded: DecodedRequest) =>
  <E, R, E2 = never, R2 = never>(
    write: Effect.Effect<unknown, E, R>,
    facts: KeyFacts<Effect.Effect<unknown, E2, R2>> = {}
  ) => {
    const encodeFirst = (success: unknown): Effect.Effect<FirstResponse> =>
      facts.kept === undefined
        ? encode(success)
        : Effect.zipWith(encode(success), encode(facts.kept(success)), (response, kept) => ({ ...response, kept }))
    const run = (actor: AuditActor) =>
      Effect.flatMap(RequestFacts, ({ id }) =>
        Effect.provideService(Effect.flatMap(write, encodeFirst), AuditOrigin, { actor, requestId: id })
      )
    const key = rules.keyOf(decoded.request)
    return key === undefined ? runWithoutKey(rules, run, facts) : runUnderKey(rules, key, decoded, run, facts)
  }
