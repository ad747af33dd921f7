import { DateTime, Effect, Redacted } from "effect"
import { audit } from "../audit/audit.ts"
import { atomically } from "../shared/atomically.ts"
import { Digests } from "../shared/Digests.ts"
import { randomToken } from "../shared/randomToken.ts"
import type { InviteLink } from "./InviteLink.ts"
import { InviteLinks } from "./InviteLinks.ts"

/** A new token for a link, and the hash that is stored instead of it (GEN-009). */
export const mintLinkToken = Effect.gen(function* () {
  const { sha256 } = yield* Digests
  const token = yield* randomToken("lnk_")
  return { token: Redacted.make(token), tokenHash: sha256(token) }
})

/** Gives a venue's link a new token, returned only here; the old one becomes invalid (INT-016). */
export const rotateInviteLink = Effect.fn("rotateInviteLink")(function* ({
  documentId,
  ...venue
}: Pick<InviteLink, "organizationId" | "propertyId"> & { readonly documentId: string }) {
  const links = yield* InviteLinks
  const { token, tokenHash } = yield* mintLinkToken
  yield* links.updateToken({ ...venue, tokenHash, now: yield* DateTime.now })
  yield* audit({
    organizationId: venue.organizationId,
    action: "invite_link.rotated",
    subject: `property:${documentId}`,
    before: null,
    after: null
  })
  return token
}, atomically)
