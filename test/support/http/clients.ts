import { Context, Effect, Layer } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { HubAccess } from "../../../src/http/hub/HubAccess.ts"
import { HubApi } from "../../../src/http/hub/HubApi.ts"
import { MemberAccess } from "../../../src/http/member/MemberAccess.ts"
import { MemberApi } from "../../../src/http/member/MemberApi.ts"
import { PartnerAccess } from "../../../src/http/partner/PartnerAccess.ts"
import { PartnerApi } from "../../../src/http/partner/PartnerApi.ts"
import { PartnerOpenAccess } from "../../../src/http/partner/PartnerOpenAccess.ts"
import { LegacyAccess } from "../../../src/http/public/LegacyAccess.ts"
import { PublicAccess } from "../../../src/http/public/PublicAccess.ts"
import { PublicApi } from "../../../src/http/public/PublicApi.ts"
import { Service } from "./service.ts"

type Headers = Readonly<Record<string, string>>

/** Extra headers of each call, such as a credential; none by default. */
const Credential = Context.Reference<Headers>("test/support/Credential", { defaultValue: () => ({}) })

/** Sends the calls of an effect with these extra headers. */
export const using = (headers: Headers) => Effect.provideService(Credential, headers)

/** Headers with a fresh idempotency key. */
export const freshKey = () => ({ "idempotency-key": crypto.randomUUID() })

const sendCredential: HttpApiMiddleware.HttpApiMiddlewareClient<never, never, never> = ({ next, request }) =>
  Effect.flatMap(Credential, (headers) => next(HttpClientRequest.setHeaders(request, headers)))

const httpClient = HttpClient.mapRequestEffect(
  Effect.runSync(Effect.provide(HttpClient.HttpClient, FetchHttpClient.layer)),
  (request) => Service.useSync(({ baseUrl }) => HttpClientRequest.prependUrl(request, baseUrl))
)

const credentials = Layer.mergeAll(
  HttpApiMiddleware.layerClient(HubAccess, sendCredential),
  HttpApiMiddleware.layerClient(MemberAccess, sendCredential),
  HttpApiMiddleware.layerClient(PartnerAccess, sendCredential),
  HttpApiMiddleware.layerClient(PartnerOpenAccess, sendCredential),
  HttpApiMiddleware.layerClient(PublicAccess, sendCredential),
  HttpApiMiddleware.layerClient(LegacyAccess, sendCredential)
)

/**
 * The typed clients of the service under test. A call decodes its response: it succeeds with domain values and fails
 * with the domain's own errors. A response that its endpoint does not declare also fails the call.
 */
export const hubClient = Effect.runSync(Effect.provide(HttpApiClient.makeWith(HubApi, { httpClient }), credentials))

export const memberClient = Effect.runSync(
  Effect.provide(HttpApiClient.makeWith(MemberApi, { httpClient }), credentials)
)

export const partnerClient = Effect.runSync(
  Effect.provide(HttpApiClient.makeWith(PartnerApi, { httpClient }), credentials)
)

export const publicClient = Effect.runSync(
  Effect.provide(HttpApiClient.makeWith(PublicApi, { httpClient }), credentials)
)
