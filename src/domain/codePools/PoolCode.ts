import { Schema } from "effect"
import { OfferCode, OfferCodeStatus } from "../offers/OfferCode.ts"

/** A code as a desk sees it: masked, because anyone who knows the text can use it. */
export const PoolCode = Schema.Struct({
  codeId: Schema.String.annotateKey({ description: "Id of the code" }),
  value: Schema.String.annotateKey({
    description: "`****`, followed by the last 4 characters for assigned and redeemed codes longer than 4"
  }),
  status: OfferCodeStatus.annotateKey({ description: "`void` codes are never assigned again" }),
  fulfillmentId: OfferCode.fields.fulfillmentId.annotateKey({
    description: "Id of the claim that holds or held it; null if none, or if its venue is out of reach"
  }),
  assignedAt: OfferCode.fields.assignedAt.annotateKey({ description: "When that claim was made; null if none" })
}).annotate({ identifier: "OfferCode" })
export interface PoolCode extends Schema.Schema.Type<typeof PoolCode> {}

const mask = "****"
const visibleCharacters = 4

/** The masked text of a code; `text` is undefined if the code is not or cannot be decrypted. */
export const maskCode = (status: OfferCodeStatus, text: string | undefined): string => {
  if (text === undefined || (status !== "assigned" && status !== "redeemed")) return mask
  const characters = Array.from(text)
  return characters.length > visibleCharacters ? `${mask}${characters.slice(-visibleCharacters).join("")}` : mask
}
