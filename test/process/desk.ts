import { partnerKeys } from "../../src/demo/demoPartnerKeys.ts"
import type { Call, Reply } from "../support/http/httpCall.ts"

/** The key of a desk that reaches everything of Organization A, and of one that reaches V1. */
const desks = { all: partnerKeys.PA, V1: partnerKeys.PA_v1 }

interface Desk {
  readonly desk?: keyof typeof desks
  readonly key?: string
}

const command =
  (action: string) =>
  (fulfillmentId: string, body: unknown = {}, { desk = "all", key = crypto.randomUUID() }: Desk = {}): Call => ({
    method: "POST",
    path: `/v1/partner/fulfillments/${fulfillmentId}/${action}`,
    headers: { "x-api-key": desks[desk], "idempotency-key": key },
    body
  })

export const approve = command("approve")
export const fulfill = command("fulfill")

const rejection = command("reject")
const proposal = command("modify")

export const reject = (fulfillmentId: string, more?: Desk) =>
  rejection(fulfillmentId, { reason: "The house is full" }, more)

export const modify = (fulfillmentId: string, more?: Desk) =>
  proposal(fulfillmentId, { changes: { substitution: "Another hour" }, note: "Later in the day" }, more)

/** Reads the desks' redemption records of a claim. */
export const redemptions = (fulfillmentId: string): Call => ({
  method: "GET",
  path: `/v1/partner/fulfillments/${fulfillmentId}/redemptions`,
  headers: { "x-api-key": desks.all }
})

/** The actions of the answer to `redemptions`, oldest first. */
export const actionsOf = ({ at }: Reply): ReadonlyArray<unknown> => {
  const items = at("items")
  return Array.isArray(items) ? items.map((_, index) => at(`items.${index}.action`)) : []
}
