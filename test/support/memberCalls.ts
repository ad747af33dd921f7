import { Effect } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import type { MemberName } from "../../src/demo/demoMembers.ts"
import type { OfferName } from "../../src/demo/offerPlan.ts"
import { bearer, tokenFor } from "./member.ts"
import { Service, recordOf } from "./http/service.ts"

/** Enough for any test. */
export const unlimited = { HUB_LIMIT_MEMBER: "1000000" }

const send = Effect.fnUntraced(function* (
  name: MemberName,
  method: string,
  path: string,
  options: { readonly body?: unknown; readonly headers?: Record<string, string> } = {}
) {
  const { call } = yield* Service
  const headers = { ...bearer(yield* tokenFor(name)), ...options.headers }
  return yield* call(method, `/v1/members/me${path}`, { ...options, headers })
})

/** The calls of a demo member, on paths below `/v1/members/me`. */
export const memberCalls = (name: MemberName) => {
  const get = (path: string) => send(name, "GET", path)
  const post = (path: string, body?: unknown, headers?: Record<string, string>) =>
    send(name, "POST", path, { ...(body === undefined ? {} : { body }), ...(headers === undefined ? {} : { headers }) })
  const offer = (of: OfferName) => `/loyalty/offers/${demoIds.offers[of]}`
  return {
    get,
    post,
    offer: (of: OfferName, query = "") => get(`${offer(of)}${query}`),
    claim: (of: OfferName, body?: unknown, headers?: Record<string, string>) =>
      post(`${offer(of)}/claim`, body, headers),
    fulfillment: (id: unknown) => get(`/loyalty/offers/fulfillments/${String(id)}`),
    confirm: (id: unknown, body: unknown = { confirmed: true }) =>
      post(`/loyalty/offers/fulfillments/${String(id)}/confirm`, body),
    cancel: (id: unknown, body?: unknown) => post(`/wallet/fulfillments/${String(id)}/cancel`, body),
    balance: Effect.map(get("/wallet/balance"), ({ at }) => ({
      spendable: at("spendablePoints"),
      valid: at("validBalance"),
      credit: at("creditBalance")
    })),
    /** All entries of the ledger, newest first: type, points and asset of each. */
    ledger: Effect.map(get("/wallet/transactions?limit=100"), (answer) =>
      answer.each("items").map((item) => {
        const { assetType, metadata, points, type } = recordOf(item)
        return { type, points, assetType, metadata }
      })
    )
  }
}
