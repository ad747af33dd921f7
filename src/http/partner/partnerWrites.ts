import { Duration, Effect } from "effect"
import { PartnerCaller } from "../../domain/access/PartnerCaller.ts"
import type { OrganizationMissing } from "../../domain/access/PartnerCredentialErrors.ts"
import { reachesEvery } from "../../domain/access/Reach.ts"
import { requireOrganization } from "../../domain/access/requireOrganization.ts"
import { IdempotencyInFlight, IdempotencyKeyReused } from "../../domain/idempotency/IdempotencyErrors.ts"
import { partnerFingerprint } from "../../domain/idempotency/partnerFingerprint.ts"
import { failureOf } from "../../domain/shared/Failure.ts"
import { NotFound } from "../../domain/shared/NotFound.ts"
import { formDigest } from "../surface/formDigest.ts"
import { queryOf } from "../surface/queryOf.ts"
import { RequestFacts } from "../surface/RequestFacts.ts"
import { type DecodedRequest, headerKey, type WriteRules } from "../surface/writes.ts"
import { partnerFailures } from "./partnerFailure.ts"

/**
 * Fingerprints the request as received: method, path, query and body, even those that the endpoint ignores (PAR-118,
 *
 */
const rawRequest = Effect.fnUntraced(function* ({ form, payload, request }: DecodedRequest) {
  const { body, path } = yield* RequestFacts
  const query = [...queryOf(request)]
  const received = form === undefined ? (payload === undefined ? undefined : body) : yield* formDigest(form)
  return partnerFingerprint({ method: request.method, path, query, body: received })
})

type Refusal = IdempotencyKeyReused | IdempotencyInFlight | NotFound | OrganizationMissing

/**
 * Partner writes run once per idempotency key of an organization (PAR-115 to PAR-127). A retry gets the stored response
 * byte for byte, provided that the venues it touched are within reach; a different request, or the same one while the
 * first is in flight, is refused immediately. Conflicts are stored as responses, too.
 */
export const partnerWrites: WriteRules<Refusal, PartnerCaller> = {
  policy: {
    namespace: "partner",
    owner: "organization",
    retention: Duration.hours(72),
    duplicates: { _tag: "leases", lease: Duration.seconds(180), outOfReach: () => new NotFound({}) },
    reused: () => new IdempotencyKeyReused(),
    inFlight: () => new IdempotencyInFlight()
  },
  envelope: partnerFailures,
  keyOf: headerKey,
  owner: Effect.gen(function* () {
    const { emulation, principal, reach } = yield* PartnerCaller
    const organization = yield* requireOrganization
    const { id, kind } = principal
    return {
      tenant: String(organization.id),
      mayRepeat: (venueIds) => reachesEvery(reach, venueIds),
      actor: { kind, id, ...(emulation === null ? {} : { emulates: emulation }) }
    }
  }),
  fingerprintInput: rawRequest,
  keeps: (refusal) => failureOf(refusal)?.kind === "conflict",
  replayHeaders: { "X-Idempotent-Replay": "true" }
}
