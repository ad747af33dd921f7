import { demoIds } from "../../../src/demo/demoIds.ts"
import { confirmationCode } from "../../../src/demo/demoReservations.ts"
import type { Sample } from "../http/Sample.ts"

/** A successful request to each endpoint of the member surface. */
export const memberSamples: Readonly<Record<string, Sample>> = {
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
    body: { token: demoIds.inviteTokens.sent_without_program },
    otherBody: { token: demoIds.inviteTokens.sent_b }
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
  previewReservation: {
    path: `/v1/members/me/reservations/${demoIds.reservations["open"]}/preview`,
    foreign: `/v1/members/me/reservations/${demoIds.reservations["withdrawn"]}/preview`
  },
  linkReservation: {
    path: `/v1/members/me/reservations/${demoIds.reservations["unlinked"]}/link`,
    body: { confirmationCode: confirmationCode("unlinked"), lastName: "One" },
    otherBody: { confirmationCode: confirmationCode("unlinked"), lastName: "Two" },
    foreign: `/v1/members/me/reservations/${demoIds.reservations["withdrawn"]}/link`
  },
  listOffers: {
    path: `/v1/members/me/loyalty/offers?propertyId=${demoIds.venues.V1}&redemptionType=direct&checkInDate=2030-01-01&limit=5`
  },
  getOffer: { path: `/v1/members/me/loyalty/offers/${demoIds.offers.spa}?propertyId=${demoIds.venues.V1}` },
  claimOffer: {
    path: `/v1/members/me/loyalty/offers/${demoIds.offers.lounge}/claim`,
    body: { propertyId: demoIds.venues.V1, expectedPoints: 200 },
    otherBody: { propertyId: demoIds.venues.V1 },
    status: 201
  },
  listFulfillments: { path: "/v1/members/me/loyalty/offers/fulfillments?status=claimed&limit=5" },
  getFulfillment: {
    path: `/v1/members/me/loyalty/offers/fulfillments/${demoIds.fulfillments["claimed"]}`,
    proves: "MEM-089",
    foreign: `/v1/members/me/loyalty/offers/fulfillments/${demoIds.fulfillments["m2_claimed"]}`
  },
  confirmFulfillment: {
    path: `/v1/members/me/loyalty/offers/fulfillments/${demoIds.fulfillments["claimed"]}/confirm`,
    body: { confirmed: true },
    proves: "MEM-077",
    foreign: `/v1/members/me/loyalty/offers/fulfillments/${demoIds.fulfillments["m2_claimed"]}/confirm`
  },
  cancelFulfillment: {
    path: `/v1/members/me/wallet/fulfillments/${demoIds.fulfillments["pending_approval"]}/cancel`,
    body: {},
    proves: "MEM-085",
    foreign: `/v1/members/me/wallet/fulfillments/${demoIds.fulfillments["m2_pending"]}/cancel`
  },
  listNotifications: { path: "/v1/members/me/notifications?read=false&wallet=true&sortOrder=asc&limit=5" },
  getUnreadCount: { path: "/v1/members/me/notifications/unread-count" },
  markNotificationRead: {
    path: `/v1/members/me/notifications/${demoIds.notifications["M1_walletEarned_1"]}/read`,
    proves: "MEM-107",
    foreign: `/v1/members/me/notifications/${demoIds.notifications["M2_walletEarned_1"]}/read`
  },
  markNotificationUnread: {
    path: `/v1/members/me/notifications/${demoIds.notifications["M1_walletEarned_1"]}/unread`,
    body: {},
    proves: "MEM-107",
    foreign: `/v1/members/me/notifications/${demoIds.notifications["M2_walletEarned_1"]}/unread`
  },
  listFavorites: { path: "/v1/members/me/collections/favorites?limit=5" },
  addFavorite: {
    path: "/v1/members/me/collections/favorites",
    body: { propertyDocumentId: demoIds.venues.V2 },
    otherBody: { propertyDocumentId: demoIds.venues.V3 },
    status: 201
  },
  removeFavorite: { path: `/v1/members/me/collections/favorites/${demoIds.venues.V1}`, status: 204 },
  getFavoriteStatus: {
    path: `/v1/members/me/collections/favorites/${demoIds.venues.V1}/status`,
    unreached: "a property that is no favorite, or does not exist, is answered with false"
  }
}
