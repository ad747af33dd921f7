import { Effect, Option } from "effect"
import { Digests } from "../shared/Digests.ts"
import { isExternalId } from "../shared/ExternalId.ts"
import type { Installation } from "./Installation.ts"
import type { InstallationStore } from "./InstallationStore.ts"
import { isSigned } from "./isSigned.ts"
import { openSigningSecrets } from "./openSigningSecrets.ts"
import { SignatureInvalid } from "./ProviderErrors.ts"
import type { SignatureScheme } from "./SignatureScheme.ts"
import type { SignedRequest } from "./signedContents.ts"

/**
 * The installation that a request addresses, if one of its secrets signed it (INT-038). An unknown installation is
 * checked with the scheme `otherwise`, with the same work and the same failure, so that its absence is not disclosed.
 */
export const authenticateProvider = Effect.fnUntraced(function* <
  Of extends Installation,
  Scheme extends SignatureScheme
>(
  installations: InstallationStore<Of>,
  schemes: { readonly of: (installation: Of) => Scheme; readonly otherwise: Scheme },
  xid: string,
  request: SignedRequest
) {
  const digests = yield* Digests
  // A malformed id is looked up as one that never exists, since stores do not accept every text.
  const installation = Option.getOrUndefined(yield* installations.findActive(isExternalId(xid) ? xid : ""))
  const scheme = installation === undefined ? schemes.otherwise : schemes.of(installation)
  const signed = isSigned(digests, scheme, yield* openSigningSecrets(installation), request)
  if (installation === undefined || !signed) return yield* new SignatureInvalid()
  return { installation, signature: request.headers[scheme.signatureHeader] ?? "", scheme }
})
