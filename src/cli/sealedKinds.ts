import type { SealedKind } from "../domain/secrets/SealedValues.ts"

/** The display name of each kind of sealed value. */
export const sealedKinds: { readonly [Kind in SealedKind]: string } = {
  verificationCode: "verification codes",
  externalCode: "external codes",
  storedResponse: "stored responses",
  insightSecret: "secrets of guest hashes",
  pmsGuestId: "PMS guest ids",
  chatSecret: "signing secrets of chat platforms",
  formerChatSecret: "former signing secrets of chat platforms",
  smsSecret: "signing secrets of SMS providers",
  formerSmsSecret: "former signing secrets of SMS providers",
  waitingMessage: "tokens and texts of waiting messages"
}
