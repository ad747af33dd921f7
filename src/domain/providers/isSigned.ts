import type { Digests } from "../shared/Digests.ts"
import type { SignatureScheme } from "./SignatureScheme.ts"
import { type SignedRequest, signedContents } from "./signedContents.ts"

/**
 * Whether one of the secrets signed the request (INT-038), in constant time: every secret is tried on every content,
 * whatever fits. The header has to be the MAC to the letter, so that one signature has one text.
 */
export const isSigned = (
  digests: Digests["Service"],
  scheme: SignatureScheme,
  secrets: ReadonlyArray<string>,
  request: SignedRequest
): boolean => {
  const { contents, isWhole } = signedContents(digests, scheme, request)
  const sent = digests.sha256(request.headers[scheme.signatureHeader] ?? "")
  const fits = secrets.flatMap((secret) =>
    contents.map((content) =>
      digests.equal(digests.sha256(`${scheme.prefix}${digests.sign(scheme, secret, content)}`), sent)
    )
  )
  return isWhole && fits.includes(true)
}
