import { Effect } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import { type MemberName, memberSubject } from "../../src/demo/demoMembers.ts"
import type { OfferName } from "../../src/demo/offerPlan.ts"
import { demoValidity, mintMemberToken } from "../../src/layers/developmentIssuer.ts"
import type { Database } from "../support/servers/Database.ts"
import type { Call } from "../support/http/httpCall.ts"
import { runVerb } from "../support/servers/processes.ts"

/** The headers of a demo member's token. */
export const headersOf = (name: MemberName) =>
  Effect.map(mintMemberToken({ ...demoValidity, subject: memberSubject(name), emailVerified: true }), (token) => ({
    authorization: `Bearer ${token}`
  }))

type Headers = Readonly<Record<string, string>>

const claims = "/v1/members/me/loyalty/offers"

/** Claims an offer, with a key and a body, both optional. */
export const claimFor = (
  headers: Headers,
  offer: OfferName,
  { body, key }: { readonly key?: string; readonly body?: unknown } = {}
): Call => ({
  method: "POST",
  path: `${claims}/${demoIds.offers[offer]}/claim`,
  headers: { ...headers, ...(key === undefined ? {} : { "idempotency-key": key }) },
  ...(body === undefined ? {} : { body })
})

/** Claims an offer that costs little, needs no stay and is the member's to confirm. */
export const claim = (headers: Headers, idempotencyKey: string): Call =>
  claimFor(headers, "breakfast", { key: idempotencyKey })

export const cancel = (headers: Headers, fulfillmentId: string): Call => ({
  method: "POST",
  path: `/v1/members/me/wallet/fulfillments/${fulfillmentId}/cancel`,
  headers
})

export const confirm = (headers: Headers, fulfillmentId: string): Call => ({
  method: "POST",
  path: `${claims}/fulfillments/${fulfillmentId}/confirm`,
  headers,
  body: { confirmed: true }
})

export const readFulfillment = (headers: Headers, fulfillmentId: string): Call => ({
  method: "GET",
  path: `${claims}/fulfillments/${fulfillmentId}`,
  headers
})

/** The output of `hub verify ledger` on the database; dies if the books do not agree. */
export const verifyLedger = (database: Pick<Database, "url">) => runVerb(database, "verify", "ledger", "--json")
