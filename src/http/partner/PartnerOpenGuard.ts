import { Effect, Layer } from "effect"
import { addressSubject } from "../../domain/ratelimit/addressSubject.ts"
import { RateLimits } from "../../domain/ratelimit/RateLimits.ts"
import { Deployment } from "../../domain/shared/Deployment.ts"
import { guard } from "../surface/guard.ts"
import { RequestFacts } from "../surface/RequestFacts.ts"
import { RequestInvalid } from "../surface/transportFailures.ts"
import { invalidIdempotencyKey } from "./idempotencyKey.ts"
import { partnerFailures } from "./partnerFailure.ts"
import { PartnerOpenAccess } from "./PartnerOpenAccess.ts"

/**
 * Configures the shared guard for the public invite endpoint (REQUIREMENTS 0.3); any credential is ignored (PAR-069).
 */
export const PartnerOpenGuard = Layer.effect(
  PartnerOpenAccess,
  Effect.gen(function* () {
    const deployment = yield* Deployment
    const limits = yield* RateLimits
    const { inviteAddress } = deployment.limits

    return guard<{ readonly address: string }, never>({
      envelope: partnerFailures,
      limits,
      deployment,
      authenticate: (_request, _endpoint, proceed) => Effect.flatMap(RequestFacts, proceed),
      uses: (caller) => [{ policy: inviteAddress, subject: addressSubject(caller.address) }],
      admit: (_caller, _endpoint, request) => invalidIdempotencyKey(request),
      provide: (context) => context,
      invalid: (_part, issues) => new RequestInvalid(issues)
    })
  })
)
