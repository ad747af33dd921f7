import type { Digests } from "../shared/Digests.ts"
import type { SignatureScheme } from "./SignatureScheme.ts"
import { type SignedRequest, signedContents } from "./signedContents.ts"

/**
 * Whether one of the secrets signed the request (INT-038), in constant time: every secret is tried on every content,
 * even after a match. The header must equal the MAC verbatim, so that each signature has a single spelling.
 */
export const isSigned = (
  digests: Digests["Service"],
  scheme: SignatureScheme,
  secrets: ReadonlyArray<string>,
  request: SignedRequest
): boolean => {
  const { contents, isWhole } = signedContents(digests, scheme, request)
  const received = digests.sha256(request.headers[scheme.signatureHeader] ?? "")
  const matches = secrets.flatMap((secret) =>
    contents.map((content) =>
      digests.equal(digests.sha256(`${scheme.prefix}${digests.sign(scheme, secret, content)}`), received)
    )
  )
  return isWhole && matches.includes(true)
}
