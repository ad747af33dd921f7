import { Effect, Option } from "effect"
import { touchVenues } from "../access/TouchedVenues.ts"
import { requireChannel } from "../delivery/requireChannel.ts"
import { RateLimits } from "../ratelimit/RateLimits.ts"
import { takeLimits } from "../ratelimit/takeLimits.ts"
import { Deployment } from "../shared/Deployment.ts"
import { Digests } from "../shared/Digests.ts"
import { NotFound } from "../shared/NotFound.ts"
import { channelOf, contactFor } from "./inviteContact.ts"
import { InviteLinks, type OpenLink } from "./InviteLinks.ts"
import { newInvite } from "./newInvite.ts"
import { recipientSubject } from "./recipientSubject.ts"

/** A guest's own request for an invite. */
export interface PublicInviteRequest {
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly firstName?: string | undefined
  readonly locale?: string | undefined
}

/** The active link with this token. */
export const getOpenLink = Effect.fnUntraced(function* (token: string) {
  const links = yield* InviteLinks
  const digests = yield* Digests
  const tokenHash = digests.sha256(token)
  const link = Option.getOrUndefined(yield* links.findByToken(tokenHash))
  if (link === undefined || !digests.equal(link.tokenHash, tokenHash)) return yield* new NotFound({})
  return link
})

/**
 * Invites a guest at their own request. Nobody is looked up, so response and timing are the same for members and
 * strangers; over a recipient's limit the response is the same, but nothing is sent (PAR-069).
 */
export const sendPublicInvite = Effect.fnUntraced(function* (link: OpenLink, request: PublicInviteRequest) {
  const { limits } = yield* Deployment
  const { email = null, firstName = null, locale = null, phone = null } = request
  const { id, organizationId, programId, propertyId } = link
  const channel = channelOf({ email })
  yield* touchVenues(propertyId)
  yield* takeLimits([{ policy: limits.inviteLink, subject: `link ${id}` }])
  yield* requireChannel(channel)
  const recipient = yield* recipientSubject(channel, contactFor({ email, phone }, channel) ?? "")
  // Not by `takeLimits`, which the response would report: others may have invited the same recipient.
  const windows = yield* RateLimits.use(({ take }) => take([{ policy: limits.inviteRecipient, subject: recipient }]))
  if (windows.every(({ exceeded }) => !exceeded)) {
    yield* newInvite(
      {
        organizationId,
        propertyId,
        programId,
        reservationId: null,
        email,
        phone,
        firstName,
        lastName: null,
        locale
      },
      channel
    )
  }
  return { accepted: true as const }
})
