import { Effect } from "effect"
import { authenticateProvider } from "../providers/authenticateProvider.ts"
import { smsSignatures } from "../providers/SignatureScheme.ts"
import type { SignedRequest } from "../providers/signedContents.ts"
import { SmsInstallations } from "./SmsInstallations.ts"

/** The SMS installation that signed a callback. This authenticates the provider, not a person (INT-040, INT-045). */
export const authenticateSms = Effect.fnUntraced(function* (xid: string, request: SignedRequest) {
  const installations = yield* SmsInstallations
  const schemes = {
    of: ({ scheme }: { readonly scheme: keyof typeof smsSignatures }) => smsSignatures[scheme],
    otherwise: smsSignatures["form-sha1"]
  }
  const { installation } = yield* authenticateProvider(installations, schemes, xid, request)
  return installation
})
