import { Effect, Layer, Record } from "effect"
import type { HttpServerResponse } from "effect/http"
import { HttpApi, HttpApiBuilder, type HttpApiGroup } from "effect/http-api"
import type { FailureInstance } from "../../../src/domain/shared/Failure.ts"
import { BrandsHandlers } from "../../../src/http/hub/BrandsHandlers.ts"
import { HubApi } from "../../../src/http/hub/HubApi.ts"
import { hubServing } from "../../../src/http/hub/HubRoutes.ts"
import { MessagingHandlers } from "../../../src/http/hub/MessagingHandlers.ts"
import { FavoritesHandlers } from "../../../src/http/member/FavoritesHandlers.ts"
import { FulfillmentsHandlers } from "../../../src/http/member/FulfillmentsHandlers.ts"
import { InvitesHandlers } from "../../../src/http/member/InvitesHandlers.ts"
import { MemberApi } from "../../../src/http/member/MemberApi.ts"
import { memberServing } from "../../../src/http/member/MemberRoutes.ts"
import { NotificationsHandlers } from "../../../src/http/member/NotificationsHandlers.ts"
import { OffersHandlers } from "../../../src/http/member/OffersHandlers.ts"
import { PerksHandlers } from "../../../src/http/member/PerksHandlers.ts"
import { ProfileHandlers } from "../../../src/http/member/ProfileHandlers.ts"
import { PropertySearchHandlers } from "../../../src/http/member/PropertySearchHandlers.ts"
import { ReservationsHandlers } from "../../../src/http/member/ReservationsHandlers.ts"
import { WalletHandlers } from "../../../src/http/member/WalletHandlers.ts"
import { CollaborationHandlers } from "../../../src/http/operator/CollaborationHandlers.ts"
import { ChatLinksHandlers } from "../../../src/http/operator/ChatLinksHandlers.ts"
import { MessagingHandlers as OperatorMessagingHandlers } from "../../../src/http/operator/MessagingHandlers.ts"
import { OperatorApi } from "../../../src/http/operator/OperatorApi.ts"
import { operatorServing } from "../../../src/http/operator/OperatorRoutes.ts"
import { SessionHandlers } from "../../../src/http/operator/SessionHandlers.ts"
import { SettingsHandlers } from "../../../src/http/operator/SettingsHandlers.ts"
import { ArrivalsHandlers } from "../../../src/http/partner/ArrivalsHandlers.ts"
import { CodePoolsHandlers } from "../../../src/http/partner/CodePoolsHandlers.ts"
import { BenefitGroupsHandlers } from "../../../src/http/partner/BenefitGroupsHandlers.ts"
import { BenefitsHandlers } from "../../../src/http/partner/BenefitsHandlers.ts"
import { CustomDomainsHandlers } from "../../../src/http/partner/CustomDomainsHandlers.ts"
import { EntitlementsHandlers } from "../../../src/http/partner/EntitlementsHandlers.ts"
import { MembersHandlers } from "../../../src/http/partner/MembersHandlers.ts"
import { InsightHandlers } from "../../../src/http/partner/InsightHandlers.ts"
import { MultipliersHandlers } from "../../../src/http/partner/MultipliersHandlers.ts"
import { PageImagesHandlers } from "../../../src/http/partner/PageImagesHandlers.ts"
import { PagesHandlers } from "../../../src/http/partner/PagesHandlers.ts"
import { PartnerApi } from "../../../src/http/partner/PartnerApi.ts"
import { partnerServing } from "../../../src/http/partner/PartnerRoutes.ts"
import { FulfillmentsHandlers as DeskFulfillmentsHandlers } from "../../../src/http/partner/FulfillmentsHandlers.ts"
import { ProgramsHandlers } from "../../../src/http/partner/ProgramsHandlers.ts"
import { ReservationsHandlers as PartnerReservationsHandlers } from "../../../src/http/partner/ReservationsHandlers.ts"
import { GuestInvitesHandlers } from "../../../src/http/partner/GuestInvitesHandlers.ts"
import { PublicInvitesHandlers } from "../../../src/http/partner/PublicInvitesHandlers.ts"
import { ScopeHandlers } from "../../../src/http/partner/ScopeHandlers.ts"
import { TeammatesHandlers } from "../../../src/http/partner/TeammatesHandlers.ts"
import { ThemeKitsHandlers } from "../../../src/http/partner/ThemeKitsHandlers.ts"
import { TiersHandlers } from "../../../src/http/partner/TiersHandlers.ts"
import { LegacyReservationsHandlers } from "../../../src/http/public/LegacyReservationsHandlers.ts"
import { PropertiesHandlers } from "../../../src/http/public/PropertiesHandlers.ts"
import { PublicApi } from "../../../src/http/public/PublicApi.ts"
import { publicServing } from "../../../src/http/public/PublicRoutes.ts"
import type { Declared } from "../../../src/http/surface/Declared.ts"
import type { AnyHandler, GroupHandlers } from "../../../src/http/surface/handlers.ts"
import { responder, type Serving } from "../../../src/http/surface/responder.ts"
import type { DecodedRequest } from "../../../src/http/surface/writes.ts"

type Respond = (request: DecodedRequest) => Effect.Effect<HttpServerResponse.HttpServerResponse>

/**
 * Narrows a handler's requirements and failures: every service is provided, and failures are answered wherever they
 * occur.
 */
const isClosed = (
  respond: (request: DecodedRequest) => Effect.Effect<HttpServerResponse.HttpServerResponse, never, unknown>
): respond is Respond => typeof respond === "function"

/**
 * A group's handlers as the framework calls them: it decodes requests, and the handlers respond like those of the
 * service's own routes.
 */
const byFramework = <Id extends string, Groups extends HttpApiGroup.Constraint, E extends FailureInstance, R, R2>(
  api: HttpApi.HttpApi<Id, Groups>,
  serving: Serving<E, R, R2>
) => {
  const endpoints = new Map<string, Declared>()
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: (declared) => void endpoints.set(declared.endpoint.identifier, declared)
  })
  return <Name extends string>({ handlers }: GroupHandlers<string, Readonly<Record<Name, AnyHandler>>>) =>
    Record.map(handlers, (handler, name): Respond => {
      const declared = endpoints.get(name)
      if (declared === undefined) throw new Error(`${api.identifier} has no ${name}`)
      const respond = responder(declared, handler, serving)
      const closed = (request: DecodedRequest) => Effect.orDie(respond(request))
      if (!isClosed(closed)) throw new Error("A handler is no function")
      return closed
    })
}

const hubHandlers = byFramework(HubApi, hubServing)

const HubEndpoints = HttpApiBuilder.layer(HubApi).pipe(
  Layer.provide([
    HttpApiBuilder.group(HubApi, "brands", (group) => group.handleAll(hubHandlers(BrandsHandlers))),
    HttpApiBuilder.group(HubApi, "messaging", (group) => group.handleAll(hubHandlers(MessagingHandlers)))
  ])
)

const operatorHandlers = byFramework(OperatorApi, operatorServing)

const OperatorEndpoints = HttpApiBuilder.layer(OperatorApi).pipe(
  Layer.provide([
    HttpApiBuilder.group(OperatorApi, "operatorMessaging", (group) =>
      group.handleAll(operatorHandlers(OperatorMessagingHandlers))
    ),
    HttpApiBuilder.group(OperatorApi, "collaboration", (group) =>
      group.handleAll(operatorHandlers(CollaborationHandlers))
    ),
    HttpApiBuilder.group(OperatorApi, "session", (group) => group.handleAll(operatorHandlers(SessionHandlers))),
    HttpApiBuilder.group(OperatorApi, "settings", (group) => group.handleAll(operatorHandlers(SettingsHandlers))),
    HttpApiBuilder.group(OperatorApi, "chatLinks", (group) => group.handleAll(operatorHandlers(ChatLinksHandlers)))
  ])
)

const partnerHandlers = byFramework(PartnerApi, partnerServing)

const PartnerEndpoints = HttpApiBuilder.layer(PartnerApi).pipe(
  Layer.provide([
    HttpApiBuilder.group(PartnerApi, "fulfillments", (group) =>
      group.handleAll(partnerHandlers(DeskFulfillmentsHandlers))
    ),
    HttpApiBuilder.group(PartnerApi, "codePools", (group) => group.handleAll(partnerHandlers(CodePoolsHandlers))),
    HttpApiBuilder.group(PartnerApi, "customDomains", (group) =>
      group.handleAll(partnerHandlers(CustomDomainsHandlers))
    ),
    HttpApiBuilder.group(PartnerApi, "multipliers", (group) => group.handleAll(partnerHandlers(MultipliersHandlers))),
    HttpApiBuilder.group(PartnerApi, "pageImages", (group) => group.handleAll(partnerHandlers(PageImagesHandlers))),
    HttpApiBuilder.group(PartnerApi, "pages", (group) => group.handleAll(partnerHandlers(PagesHandlers))),
    HttpApiBuilder.group(PartnerApi, "scope", (group) => group.handleAll(partnerHandlers(ScopeHandlers))),
    HttpApiBuilder.group(PartnerApi, "arrivals", (group) => group.handleAll(partnerHandlers(ArrivalsHandlers))),
    HttpApiBuilder.group(PartnerApi, "benefits", (group) => group.handleAll(partnerHandlers(BenefitsHandlers))),
    HttpApiBuilder.group(PartnerApi, "benefitGroups", (group) =>
      group.handleAll(partnerHandlers(BenefitGroupsHandlers))
    ),
    HttpApiBuilder.group(PartnerApi, "entitlements", (group) => group.handleAll(partnerHandlers(EntitlementsHandlers))),
    HttpApiBuilder.group(PartnerApi, "members", (group) => group.handleAll(partnerHandlers(MembersHandlers))),
    HttpApiBuilder.group(PartnerApi, "reservations", (group) =>
      group.handleAll(partnerHandlers(PartnerReservationsHandlers))
    ),
    HttpApiBuilder.group(PartnerApi, "insight", (group) => group.handleAll(partnerHandlers(InsightHandlers))),
    HttpApiBuilder.group(PartnerApi, "programs", (group) => group.handleAll(partnerHandlers(ProgramsHandlers))),
    HttpApiBuilder.group(PartnerApi, "tiers", (group) => group.handleAll(partnerHandlers(TiersHandlers))),
    HttpApiBuilder.group(PartnerApi, "teammates", (group) => group.handleAll(partnerHandlers(TeammatesHandlers))),
    HttpApiBuilder.group(PartnerApi, "themeKits", (group) => group.handleAll(partnerHandlers(ThemeKitsHandlers))),
    HttpApiBuilder.group(PartnerApi, "guestInvites", (group) => group.handleAll(partnerHandlers(GuestInvitesHandlers))),
    HttpApiBuilder.group(PartnerApi, "publicInvites", (group) =>
      group.handleAll(partnerHandlers(PublicInvitesHandlers))
    )
  ])
)

const publicHandlers = byFramework(PublicApi, publicServing)

const PublicEndpoints = HttpApiBuilder.layer(PublicApi).pipe(
  Layer.provide([
    HttpApiBuilder.group(PublicApi, "properties", (group) => group.handleAll(publicHandlers(PropertiesHandlers))),
    HttpApiBuilder.group(PublicApi, "legacyReservations", (group) =>
      group.handleAll(publicHandlers(LegacyReservationsHandlers))
    )
  ])
)

const memberHandlers = byFramework(MemberApi, memberServing)

const MemberEndpoints = HttpApiBuilder.layer(MemberApi).pipe(
  Layer.provide([
    HttpApiBuilder.group(MemberApi, "profile", (group) => group.handleAll(memberHandlers(ProfileHandlers))),
    HttpApiBuilder.group(MemberApi, "fulfillments", (group) => group.handleAll(memberHandlers(FulfillmentsHandlers))),
    HttpApiBuilder.group(MemberApi, "offers", (group) => group.handleAll(memberHandlers(OffersHandlers))),
    HttpApiBuilder.group(MemberApi, "notifications", (group) => group.handleAll(memberHandlers(NotificationsHandlers))),
    HttpApiBuilder.group(MemberApi, "favorites", (group) => group.handleAll(memberHandlers(FavoritesHandlers))),
    HttpApiBuilder.group(MemberApi, "perks", (group) => group.handleAll(memberHandlers(PerksHandlers))),
    HttpApiBuilder.group(MemberApi, "invites", (group) => group.handleAll(memberHandlers(InvitesHandlers))),
    HttpApiBuilder.group(MemberApi, "propertySearch", (group) =>
      group.handleAll(memberHandlers(PropertySearchHandlers))
    ),
    HttpApiBuilder.group(MemberApi, "wallet", (group) => group.handleAll(memberHandlers(WalletHandlers))),
    HttpApiBuilder.group(MemberApi, "reservations", (group) => group.handleAll(memberHandlers(ReservationsHandlers)))
  ])
)

/** Every endpoint as `HttpApiBuilder` serves it. */
export const frameworkEndpoints = Layer.mergeAll(
  HubEndpoints,
  MemberEndpoints,
  OperatorEndpoints,
  PartnerEndpoints,
  PublicEndpoints
)
