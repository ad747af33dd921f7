import { Context, type DateTime, type Effect, type Option } from "effect"
import type { FulfillmentId } from "../fulfillments/Fulfillment.ts"
import type { OfferId } from "./Offer.ts"
import type { OfferCode } from "./OfferCode.ts"

/** The claim that takes a code from an offer's pools. */
export interface CodeTaker {
  readonly offerId: OfferId
  readonly fulfillmentId: FulfillmentId
  readonly now: DateTime.Utc
}

/** The external codes of offers. */
export class OfferCodes extends Context.Service<
  OfferCodes,
  {
    /**
     * Assigns an available code from an active, unexpired pool, earliest expiry first (DOMAIN 8.3). Locks the pool: it
     * cannot be archived until the transaction ends. Codes locked by others are skipped, or waited for if there are no
     * others. None when no code is left.
     */
    readonly updateAssigned: (
      taker: CodeTaker
    ) => Effect.Effect<Option.Option<Pick<OfferCode, "id" | "xid" | "valueEnc">>>
  }
>()("hub/domain/offers/OfferCodes") {}
