import { Context, Effect, Layer } from "effect"
import type { AccessTokens } from "../../domain/access/AccessTokens.ts"
import { Authority } from "../../domain/access/Authority.ts"
import type { Credentials } from "../../domain/access/Credentials.ts"
import { identifyPartner } from "../../domain/access/identifyPartner.ts"
import { PartnerCaller, type PartnerCallerShape } from "../../domain/access/PartnerCaller.ts"
import { placePartner } from "../../domain/access/placePartner.ts"
import { missingPermission } from "../../domain/access/requirePermissions.ts"
import type { Operators } from "../../domain/operators/Operators.ts"
import type { Organizations } from "../../domain/organizations/Organizations.ts"
import { RateLimits } from "../../domain/ratelimit/RateLimits.ts"
import { Deployment } from "../../domain/shared/Deployment.ts"
import type { FailureInstance } from "../../domain/shared/Failure.ts"
import type { Venues } from "../../domain/venues/Venues.ts"
import { guard } from "../surface/guard.ts"
import { privateCaching } from "../surface/schemas/polling.ts"
import { headerOf } from "../surface/headerOf.ts"
import { permissionsOf, permissionsOfParameters } from "../surface/permission.ts"
import { queryOf } from "../surface/queryOf.ts"
import { RequestInvalid } from "../surface/transportFailures.ts"
import { isWrite } from "../surface/Verb.ts"
import { invalidIdempotencyKey } from "./idempotencyKey.ts"
import { organizationFor } from "./organizationFor.ts"
import { PartnerAccess } from "./PartnerAccess.ts"
import { partnerFailures } from "./partnerFailure.ts"
import { previewHeaders } from "./preview.ts"

/** The caller with the organization and reach that the request selects, and why the route refuses it, if it does. */
interface Placed {
  readonly caller: PartnerCallerShape
  readonly refusal: FailureInstance | undefined
}

/** Configures the shared guard for the Partner API (REQUIREMENTS 0.3). */
export const PartnerGuard = Layer.effect(
  PartnerAccess,
  Effect.gen(function* () {
    const deployment = yield* Deployment
    const limits = yield* RateLimits
    const { partnerKey, partnerWrites } = deployment.limits

    return guard<
      Placed,
      PartnerCaller | Authority,
      AccessTokens | Credentials | Deployment | Operators | Organizations | Venues
    >({
      envelope: partnerFailures,
      limits,
      deployment,
      authenticate: Effect.fnUntraced(function* (request, endpoint, proceed) {
        const identity = yield* identifyPartner({
          apiKey: headerOf(request, "x-api-key"),
          authorization: headerOf(request, "authorization")
        })
        const caller = yield* placePartner(identity, {
          organizationIds: () => queryOf(request).getAll("organizationId"),
          emulateOrgId: headerOf(request, "x-emulate-org-id"),
          emulatePropertyIds: headerOf(request, "x-emulate-property-ids"),
          organizationFor: organizationFor(endpoint)
        })
        return yield* proceed(caller)
      }),
      uses: ({ caller: { principal } }, endpoint) => {
        const subject = `${principal.kind} ${principal.id}`
        const perKey = { policy: partnerKey, subject }
        return isWrite(endpoint) ? [perKey, { policy: partnerWrites, subject }] : [perKey]
      },
      refusal: ({ refusal }) => refusal,
      admit: ({ caller: { permissions } }, endpoint, request) =>
        missingPermission(permissions, permissionsOf(endpoint)) ??
        missingPermission(
          permissions,
          permissionsOfParameters(endpoint, (name) => queryOf(request).has(name))
        ) ??
        (isWrite(endpoint) ? invalidIdempotencyKey(request) : undefined),
      provide: (context, { caller }) =>
        context.pipe(Context.add(PartnerCaller, caller), Context.add(Authority, { permissions: caller.permissions })),
      invalid: (_part, issues) => new RequestInvalid(issues),
      headers: (endpoint) => ({ ...privateCaching(endpoint), ...previewHeaders(endpoint) })
    })
  })
)
