import { Clock, DateTime, Effect, Result, Schema } from "effect"
import { errors, type JWTVerifyGetKey, type JWTVerifyOptions, jwtVerify } from "jose"
import { hash } from "node:crypto"
import { IssuerUnavailable, TokenRefused } from "../../domain/access/CredentialErrors.ts"
import { PlainText } from "../../domain/shared/PlainText.ts"
import { KeysUnavailable } from "./readKeySet.ts"

/** The issuer, audience and keys that a token of one kind must match. */
export interface TrustedIssuer {
  readonly issuer: string
  readonly audience: string
  readonly keys: JWTVerifyGetKey
}

/** Seconds since the epoch, bounded so that they are valid dates. */
export const NumericDate = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 8.64e12 }))

/** The claims of every token. `iat` is optional (MEM-003), except at the assistant endpoint (INT-022). */
export const registeredClaims = {
  sub: PlainText(255),
  exp: NumericDate,
  iat: Schema.optionalKey(NumericDate)
}
type RegisteredClaims = Schema.Struct.Type<typeof registeredClaims>

const skewSeconds = 30
const rememberMs = 60_000
const warnEveryMs = 60_000

const claimReason = (claim: string) => (claim === "iss" ? "issuer" : claim === "aud" ? "audience" : "claims")

const refusal = (cause: unknown): TokenRefused | KeysUnavailable => {
  if (cause instanceof KeysUnavailable) return cause
  if (cause instanceof errors.JWTExpired) return new TokenRefused({ reason: "expired" })
  if (cause instanceof errors.JWTClaimValidationFailed) return new TokenRefused({ reason: claimReason(cause.claim) })
  if (cause instanceof errors.JWSInvalid || cause instanceof errors.JWTInvalid) {
    return new TokenRefused({ reason: "malformed" })
  }
  return new TokenRefused({ reason: "signature" })
}

/**
 * Tries every key that matches: an issuer may publish one key twice, or give several the same id, and a token need not
 * name a key (RFC 7515 section 4.1.4).
 */
const verifyWith = async (token: string, keys: JWTVerifyGetKey, options: JWTVerifyOptions) => {
  try {
    return await jwtVerify(token, keys, options)
  } catch (cause) {
    if (!(cause instanceof errors.JWKSMultipleMatchingKeys)) throw cause
    for await (const key of cause) {
      try {
        return await jwtVerify(token, key, options)
      } catch (error) {
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error
      }
    }
    throw new errors.JWSSignatureVerificationFailed()
  }
}

export type Verifier<A> = (token: string) => Effect.Effect<A, TokenRefused | IssuerUnavailable>

interface Remembered<A> {
  readonly claims: A
  readonly from: number
  readonly until: number
}

/**
 * Verifies tokens of one issuer. Verification is the most expensive step of a request, so a verified token is cached by
 * its digest for at most a minute and never beyond its expiry; the cache is bounded and evicts the oldest first.
 */
export const makeVerifier = <P extends RegisteredClaims, A>(
  trusted: TrustedIssuer,
  payload: Schema.Codec<P, unknown>,
  claimsOf: (payload: P, expiresAt: DateTime.Utc) => A,
  mostRemembered = 10_000
): Verifier<A> => {
  const remembered = new Map<string, Remembered<A>>()
  const decode = Schema.decodeUnknownResult(payload)
  let warnedAt = Number.NEGATIVE_INFINITY

  const recall = (digest: string, now: number) => {
    const entry = remembered.get(digest)
    if (entry !== undefined && entry.from <= now && now < entry.until) return entry.claims
    remembered.delete(digest)
    return undefined
  }

  const remember = (digest: string, entry: Remembered<A>) => {
    const [oldest] = remembered.keys()
    if (oldest !== undefined && remembered.size >= mostRemembered) remembered.delete(oldest)
    remembered.set(digest, entry)
  }

  const unavailable = Effect.fnUntraced(function* (cause: KeysUnavailable, now: number) {
    if (Math.abs(now - warnedAt) >= warnEveryMs) {
      warnedAt = now
      yield* Effect.logWarning("Token keys unavailable").pipe(
        Effect.annotateLogs({ issuer: trusted.issuer, cause: String(cause.cause ?? cause) })
      )
    }
    return yield* new IssuerUnavailable()
  })

  const check = Effect.fnUntraced(function* (token: string, now: number) {
    const verified = yield* Effect.tryPromise({
      try: () =>
        verifyWith(token, trusted.keys, {
          algorithms: ["RS256"],
          issuer: trusted.issuer,
          audience: trusted.audience,
          requiredClaims: ["exp", "sub"],
          clockTolerance: skewSeconds,
          currentDate: new Date(now)
        }),
      catch: refusal
    }).pipe(
      Effect.catchIf(
        (error) => error instanceof KeysUnavailable,
        (error) => unavailable(error, now)
      )
    )
    const decoded = decode(verified.payload)
    if (Result.isFailure(decoded) || (decoded.success.iat ?? 0) > now / 1000 + skewSeconds) {
      return yield* new TokenRefused({ reason: "claims" })
    }
    return decoded.success
  })

  return Effect.fnUntraced(function* (token) {
    const now = yield* Clock.currentTimeMillis
    const digest = hash("sha256", token, "base64")
    const cached = recall(digest, now)
    if (cached !== undefined) return cached
    const checked = yield* check(token, now)
    const claims = claimsOf(checked, DateTime.makeUnsafe(checked.exp * 1000))
    remember(digest, { claims, from: now, until: Math.min(now + rememberMs, (checked.exp + skewSeconds) * 1000) })
    return claims
  })
}
