import { DateTime, Effect } from "effect"
import { surfaces } from "../../../src/cli/application.ts"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { confirmationCode } from "../../../src/demo/demoReservations.ts"
import { memberSubject } from "../../../src/demo/demoMembers.ts"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import { operatorTokens } from "../../../src/demo/demoTokens.ts"
import { demoValidity, mintOperatorToken } from "../../../src/layers/developmentIssuer.ts"
import { matrix } from "../../support/matrix.ts"
import { bearer, isFailure, tokenFor, tokenOf } from "../../support/member.ts"

const member = surfaces.find(({ name }) => name === "member")

const notification = demoIds.notifications["M1_walletEarned_1"]

const token = await Effect.runPromise(tokenFor("M1"))
const expired = await Effect.runPromise(
  tokenOf(memberSubject("M1"), { expiresAt: DateTime.add(demoValidity.issuedAt, { days: 1 }) })
)
const closed = await Effect.runPromise(tokenFor("M_closed"))
const unknown = await Effect.runPromise(tokenOf("nobody"))
const operator = await Effect.runPromise(mintOperatorToken({ ...demoValidity, ...operatorTokens.OT_A }))

if (member !== undefined) {
  matrix({
    surface: member,
    proves: {
      credential: "MEM-001, MEM-003",
      permission: "MEM-001",
      requestId: "MEM-007",
      limits: "MEM-004, MEM-008",
      envelope: "MEM-007",
      input: "MEM-007"
    },
    samples: {
      getMemberProfile: { path: "/v1/members/me" },
      searchProperties: {
        path: "/v1/members/properties/search",
        body: { sort: "price_low", location: { city: "Lisbon" }, includeMarkers: true }
      },
      hydrateProperties: {
        path: "/v1/members/properties/search/hydrate",
        body: { documentIds: [demoIds.venues.V1] }
      },
      mapProperties: {
        path: "/v1/members/properties/map",
        body: { bounds: { north: 42, south: 41, east: 3, west: 2 }, zoom: 11 }
      },
      suggestPlaces: { path: "/v1/members/properties/suggestions", body: { query: "lis" } },
      listPropertyFilters: { path: "/v1/members/properties/filters" },
      listPerks: {
        path: `/v1/members/me/loyalty/entitlements/perks?propertyId=${demoIds.venues.V1}&redemptionType=direct&includeGlobalPerks=1`
      },
      listPerkGroups: { path: "/v1/members/me/loyalty/perk-groups" },
      getPerkGroup: { path: `/v1/members/me/loyalty/perk-groups/${demoIds.perkGroups.dining}` },
      listGroupPerks: {
        path: `/v1/members/me/loyalty/perk-groups/${demoIds.perkGroups.stay}/perks?includePropertyPerks=true`
      },
      acceptInvite: {
        path: "/v1/members/me/invites/accept",
        body: { token: demoIds.inviteTokens.sent_without_program }
      },
      getWallet: { path: "/v1/members/me/wallet?limit=5&offset=1" },
      getBalance: { path: "/v1/members/me/wallet/balance" },
      listTransactions: {
        path: "/v1/members/me/wallet/transactions?type=SPEND&from=2020-01-01&to=2040-01-01T00:00:00%2B02:00&limit=5"
      },
      listActivity: { path: "/v1/members/me/wallet/activity?activityType=earn&from=2020-01-01&to=2040-01-01&limit=5" },
      listReservations: {
        path: "/v1/members/me/reservations?dateFrom=2020-01-01&dateTo=2040-01-01&sortBy=checkInDate&status=confirmed&limit=5"
      },
      lookUpReservation: {
        path: `/v1/members/me/reservations/lookup?confirmationCode=${confirmationCode("open")}&lastName=One`
      },
      previewReservation: { path: `/v1/members/me/reservations/${demoIds.reservations["open"]}/preview` },
      linkReservation: {
        path: `/v1/members/me/reservations/${demoIds.reservations["open"]}/link`,
        body: { confirmationCode: confirmationCode("open"), lastName: "One" }
      },
      listOffers: {
        path: `/v1/members/me/loyalty/offers?propertyId=${demoIds.venues.V1}&redemptionType=direct&checkInDate=2030-01-01&limit=5`
      },
      getOffer: { path: `/v1/members/me/loyalty/offers/${demoIds.offers.spa}?propertyId=${demoIds.venues.V1}` },
      claimOffer: {
        path: `/v1/members/me/loyalty/offers/${demoIds.offers.lounge}/claim`,
        body: { propertyId: demoIds.venues.V1, expectedPoints: 200 },
        // The sample is sent more than once, and claims once.
        headers: { "idempotency-key": "sample" },
        status: 201
      },
      listFulfillments: { path: "/v1/members/me/loyalty/offers/fulfillments?status=claimed&limit=5" },
      getFulfillment: { path: `/v1/members/me/loyalty/offers/fulfillments/${demoIds.fulfillments["claimed"]}` },
      confirmFulfillment: {
        path: `/v1/members/me/loyalty/offers/fulfillments/${demoIds.fulfillments["claimed"]}/confirm`,
        body: { confirmed: true }
      },
      cancelFulfillment: {
        path: `/v1/members/me/wallet/fulfillments/${demoIds.fulfillments["pending_approval"]}/cancel`,
        body: {}
      },
      listNotifications: { path: "/v1/members/me/notifications?read=false&wallet=true&sortOrder=asc&limit=5" },
      getUnreadCount: { path: "/v1/members/me/notifications/unread-count" },
      markNotificationRead: { path: `/v1/members/me/notifications/${notification}/read` },
      markNotificationUnread: { path: `/v1/members/me/notifications/${notification}/unread`, body: {} },
      listFavorites: { path: "/v1/members/me/collections/favorites?limit=5" },
      addFavorite: {
        path: "/v1/members/me/collections/favorites",
        body: { propertyDocumentId: demoIds.venues.V2 },
        status: 201
      },
      removeFavorite: { path: `/v1/members/me/collections/favorites/${demoIds.venues.V1}`, status: 204 },
      getFavoriteStatus: { path: `/v1/members/me/collections/favorites/${demoIds.venues.V1}/status` }
    },
    strongest: bearer(token),
    lacking: () => undefined,
    foreign: {
      Basic: { authorization: `Basic ${token}` },
      "no token": { authorization: "Bearer" },
      garbage: bearer("garbage"),
      "wrong signature": bearer(`${token.slice(0, -8)}AAAAAAAA`),
      expired: bearer(expired),
      "closed account": bearer(closed),
      "unknown subject": bearer(unknown),
      "operator token": bearer(operator),
      "hub key": bearer(hubKeys.KH_all),
      "partner key": bearer(partnerKeys.PA),
      "partner key in its own header": { "x-api-key": partnerKeys.PA }
    },
    isFailure
  })
}
