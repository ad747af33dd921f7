import { Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { DeskFulfillments } from "./DeskFulfillments.ts"

/** Names of the caller's offers that contain `q` (PAR-018 to PAR-021). */
export const suggestOfferNames = Effect.fnUntraced(function* (query: { readonly q: string; readonly limit: number }) {
  const { reach } = yield* PartnerCaller
  const fulfillments = yield* DeskFulfillments
  return { suggestions: yield* fulfillments.listOfferNames({ ...query, reach }) }
})
