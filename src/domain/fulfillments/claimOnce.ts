import { DateTime, Effect, Option, Schema } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { behindKey } from "../idempotency/behindKey.ts"
import { countIdempotency } from "../idempotency/countIdempotency.ts"
import { MemberIdempotency, type MemberIdempotencyRecord } from "../idempotency/MemberIdempotency.ts"
import { IdempotencyInFlight, IdempotencyKeyReused } from "../idempotency/PartnerIdempotencyErrors.ts"
import { Digests } from "../shared/Digests.ts"
import { Vault } from "../shared/Vault.ts"
import { FulfillmentRecord } from "./FulfillmentRecord.ts"
import type { OfferClaim } from "./OfferClaim.ts"

/** How long a key is remembered (MEM-088). */
const retention = { hours: 72 } as const

const purpose = "claim answer"
const created = 201

const recordText = Schema.fromJsonString(Schema.toCodecJson(FulfillmentRecord))
const encodeRecord = Schema.encodeSync(recordText)
const decodeRecord = Schema.decodeEffect(recordText)

interface Keyed {
  readonly offerId: string
  readonly claim: OfferClaim
  readonly idempotencyKey: string | undefined
}

/** What makes two claims the same: the offer and what was understood of the body, not how its JSON was written. */
const canonical = ({ claim, offerId }: Keyed) => {
  const { checkInDate = null, expectedPoints = null, note = null, propertyId = null, reservationId = null } = claim
  return JSON.stringify([offerId, propertyId, reservationId, checkInDate, note, expectedPoints])
}

/** The answer is about its member and key, so that no other one can be put in its place. */
const aboutOf = ({ key, memberId }: Pick<MemberIdempotencyRecord, "memberId" | "key">) => `${memberId} ${key}`

const replay = Effect.fnUntraced(function* (held: MemberIdempotencyRecord, fingerprint: string) {
  if (held.fingerprint !== fingerprint) {
    yield* countIdempotency("member", "conflict")
    return yield* new IdempotencyKeyReused()
  }
  if (held.body === null) {
    yield* countIdempotency("member", "in_progress")
    return yield* new IdempotencyInFlight()
  }
  const vault = yield* Vault
  const text = vault.open(purpose, aboutOf(held), held.body)
  if (text === undefined) return yield* Effect.die(new Error("The key of a remembered answer is not known any more"))
  yield* countIdempotency("member", "replayed")
  return yield* Effect.orDie(decodeRecord(text))
})

/**
 * A claim, prepared and made, or the answer that its key stands for. The key is taken first, so that a parallel duplicate
 * waits for the outcome; what is refused gives it back. The answer is kept sealed in the transaction of the claim: it holds
 * codes.
 */
export const claimOnce = Effect.fnUntraced(function* <A, E, R, E2, R2>(
  request: Keyed,
  prepare: Effect.Effect<A, E, R>,
  claim: (prepared: A) => Effect.Effect<FulfillmentRecord, E2, R2>
) {
  const { idempotencyKey: key } = request
  if (key === undefined) return yield* claim(yield* prepare)
  const { memberId } = yield* MemberCaller
  const idempotency = yield* MemberIdempotency
  const digests = yield* Digests
  const vault = yield* Vault
  const now = yield* DateTime.now
  const fingerprint = digests.sha256(canonical(request))
  const [held, prepared] = yield* behindKey(
    idempotency.insert({
      memberId,
      key,
      fingerprint,
      status: null,
      body: null,
      createdAt: now,
      expiresAt: DateTime.add(now, retention)
    }),
    prepare
  )
  if (Option.isSome(held)) return yield* replay(held.value, fingerprint)
  const record = yield* claim(yield* prepared)
  const body = vault.seal(purpose, aboutOf({ memberId, key }), encodeRecord(record))
  yield* idempotency.updateAnswer({ memberId, key, status: created, body })
  yield* countIdempotency("member", "executed")
  return record
})
