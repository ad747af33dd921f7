import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { ByteSize, Context, Effect, Layer, Option, type Scope, Tracer } from "effect"
import { HttpIncomingMessage, HttpRouter } from "effect/http"
import { BlockList, isIP } from "node:net"
import { TestControls } from "../../domain/testing/TestControls.ts"
import { AssistantApi } from "../../http/assistant/AssistantApi.ts"
import { assistantFailures } from "../../http/assistant/assistantFailures.ts"
import { AssistantRoutes } from "../../http/assistant/AssistantRoutes.ts"
import { HubApi } from "../../http/hub/HubApi.ts"
import { HubGuard } from "../../http/hub/HubGuard.ts"
import { HubRoutes } from "../../http/hub/HubRoutes.ts"
import { problems } from "../../http/hub/problem.ts"
import { mediaPath, MediaRoutes } from "../../http/media/MediaRoutes.ts"
import { MemberApi } from "../../http/member/MemberApi.ts"
import { memberFailures } from "../../http/member/memberFailure.ts"
import { MemberGuard } from "../../http/member/MemberGuard.ts"
import { MemberRoutes } from "../../http/member/MemberRoutes.ts"
import { PagesRoutes } from "../../http/pages/PagesRoutes.ts"
import { OperatorApi } from "../../http/operator/OperatorApi.ts"
import { OperatorGuard } from "../../http/operator/OperatorGuard.ts"
import { OperatorRoutes } from "../../http/operator/OperatorRoutes.ts"
import { problems as operatorProblems } from "../../http/operator/problem.ts"
import { SignInGuard } from "../../http/operator/SignInGuard.ts"
import { PartnerApi } from "../../http/partner/PartnerApi.ts"
import { partnerFailures } from "../../http/partner/partnerFailure.ts"
import { PartnerGuard } from "../../http/partner/PartnerGuard.ts"
import { PartnerOpenGuard } from "../../http/partner/PartnerOpenGuard.ts"
import { PartnerRoutes } from "../../http/partner/PartnerRoutes.ts"
import { ProviderApi } from "../../http/providers/ProviderApi.ts"
import { providerFailures } from "../../http/providers/providerFailures.ts"
import { ProviderRoutes } from "../../http/providers/ProviderRoutes.ts"
import { PublicApi } from "../../http/public/PublicApi.ts"
import { publicFailures } from "../../http/public/publicFailure.ts"
import { PublicGuard } from "../../http/public/PublicGuard.ts"
import { PublicRoutes } from "../../http/public/PublicRoutes.ts"
import { addressLimit } from "../../http/surface/addressLimit.ts"
import { documentPaths, documentRoutes } from "../../http/surface/documents/documentRoutes.ts"
import { outermost, routing } from "../../http/surface/outermost.ts"
import { envelopeFor, type SurfaceRoutes, surfaceOf } from "../../http/surface/SurfaceRoutes.ts"
import { DiscoveryRoutes } from "../../http/system/DiscoveryRoutes.ts"
import { EdgeRoutes } from "../../http/system/EdgeRoutes.ts"
import { systemEnvelope } from "../../http/system/systemEnvelope.ts"
import { SystemRoutes } from "../../http/system/SystemRoutes.ts"
import { TestControlRoutes } from "../../http/system/TestControlRoutes.ts"
import { documents } from "../documents.ts"
import type * as Services from "../../layers/Services.ts"

/** Every surface that has a document, with its path prefixes and its failure envelope. */
export const surfaces: ReadonlyArray<SurfaceRoutes> = [
  surfaceOf(HubApi, { prefixes: ["/api/external"], envelope: problems }),
  surfaceOf(MemberApi, { prefixes: ["/v1/members"], envelope: memberFailures }),
  surfaceOf(OperatorApi, { prefixes: ["/api/v1"], envelope: operatorProblems }),
  surfaceOf(PartnerApi, { prefixes: ["/v1/partner"], envelope: partnerFailures }),
  surfaceOf(ProviderApi, { prefixes: ["/api/providers"], envelope: providerFailures }),
  surfaceOf(PublicApi, { prefixes: ["/v1/public"], envelope: publicFailures })
]

/** `surfaces` and the assistant surface, which has no OpenAPI document. */
export const everySurface: ReadonlyArray<SurfaceRoutes> = [
  ...surfaces,
  surfaceOf(AssistantApi, { prefixes: ["/api/operator-mcp"], envelope: assistantFailures })
]

/** The OpenAPI documents with a self-contained page for each. */
const DocumentRoutes = documentRoutes(Object.values(documents))

type ServiceContext = Context.Context<Layer.Success<typeof Services.layerSql>>

/** A predicate for the addresses of trusted proxies, configured as IP addresses and CIDR ranges. */
const trusting = (proxies: ReadonlyArray<string>) => {
  const list = new BlockList()
  for (const proxy of proxies) {
    const [address = "", bits] = proxy.split("/")
    const family = isIP(address) === 6 ? "ipv6" : "ipv4"
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address: string) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, "")
    const family = isIP(plain)
    return family !== 0 && list.check(plain, family === 6 ? "ipv6" : "ipv4")
  }
}

/** The routes of the test controls, which only exist in a process started for tests (GEN-014). */
const testControlRoutes = (services: ServiceContext) =>
  Option.match(Context.getOption(services, TestControls), {
    onNone: () => Layer.empty,
    onSome: (controls) => TestControlRoutes.pipe(HttpRouter.provideRequest(Layer.succeed(TestControls, controls)))
  })

type PlatformServices = Layer.Success<typeof NodeHttpServer.layerHttpServices>

/** The endpoints of all surfaces. */
const endpoints = Layer.mergeAll(HubRoutes, MemberRoutes, OperatorRoutes, PartnerRoutes, PublicRoutes)

/**
 * The whole service as one effect from a request to its response. Built before the port is opened, so that no request
 * arrives early. Provide its services once, to the server: if provided to this effect, they would be merged again on
 * each request.
 */
export const application = (
  services: ServiceContext,
  options: {
    readonly trustedProxies: ReadonlyArray<string>
    readonly bodyLimitBytes: number
    /** Replaces the endpoint routes, for tests that compare two implementations. */
    readonly endpoints?: Layer.Layer<never, never, Layer.Services<typeof endpoints> | PlatformServices>
  }
) => {
  const provided = Layer.succeedContext(services)
  const guards = Layer.mergeAll(
    HubGuard,
    MemberGuard,
    OperatorGuard,
    SignInGuard,
    PartnerGuard,
    PartnerOpenGuard,
    PublicGuard
  )
  const outer = outermost({
    surfaces: everySurface,
    files: [...documentPaths(Object.values(documents)), mediaPath],
    fallback: systemEnvelope,
    isTrustedProxy: trusting(options.trustedProxies)
  })
  const routes = Layer.mergeAll(
    (options.endpoints ?? endpoints).pipe(Layer.provide(guards)),
    Layer.mergeAll(SystemRoutes, DiscoveryRoutes, DocumentRoutes, MediaRoutes).pipe(
      Layer.provide(addressLimit(envelopeFor(everySurface, systemEnvelope)))
    ),
    AssistantRoutes,
    EdgeRoutes,
    PagesRoutes,
    ProviderRoutes,
    testControlRoutes(services),
    outer
  ).pipe(Layer.provide(NodeHttpServer.layerHttpServices), Layer.provide(provided))
  return HttpRouter.toHttpEffect(routes).pipe(
    Effect.provideService(HttpRouter.RouterConfig, routing),
    // Handlers keep the context they are built in; a span in it would become the parent of every request's span.
    Effect.updateContext((context: Context.Context<Scope.Scope>) => Context.omit(Tracer.ParentSpan)(context)),
    Effect.map(Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(options.bodyLimitBytes)))
  )
}
