import { Schema } from "effect"
import { OfferCode, OfferCodeStatus } from "../offers/OfferCode.ts"

/** A code as a desk sees it: masked, because whoever has its text can use it. */
export const PoolCode = Schema.Struct({
  codeId: Schema.String.annotateKey({ description: "Id of the code" }),
  value: Schema.String.annotateKey({
    description: "`****`, and of an assigned or redeemed code of more than 4 characters the last 4 behind it"
  }),
  status: OfferCodeStatus.annotateKey({ description: "`void` codes are never given to anyone again" }),
  fulfillmentId: OfferCode.fields.fulfillmentId.annotateKey({
    description: "Id of the claim that holds or held it; null without one, or where its venue is out of reach"
  }),
  assignedAt: OfferCode.fields.assignedAt.annotateKey({ description: "When that claim was made; null without one" })
}).annotate({ identifier: "OfferCode" })
export interface PoolCode extends Schema.Schema.Type<typeof PoolCode> {}

const mask = "****"
const shownCharacters = 4

/** The text of a code as it may be shown; undefined for one that does not open. */
export const maskCode = (status: OfferCodeStatus, text: string | undefined): string => {
  if (text === undefined || (status !== "assigned" && status !== "redeemed")) return mask
  const characters = Array.from(text)
  return characters.length > shownCharacters ? `${mask}${characters.slice(-shownCharacters).join("")}` : mask
}
