import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ChannelUnavailable } from "../../domain/delivery/DeliveryErrors.ts"
import { InviteEmail, InviteLocale, InviteName, InvitePhone } from "../../domain/invites/inviteContact.ts"
import { partnerFailure } from "./partnerFailure.ts"
import { open } from "./verbs.ts"

const tokenPattern = /^[\x21-\x7e]{1,200}$/u

const InviteWish = Schema.Struct({
  inviteLinkToken: Schema.String.check(
    Schema.isPattern(tokenPattern, {
      expected: "a token of 1 to 200 printable characters",
      toJsonSchema: () => ({ pattern: tokenPattern.source, maxLength: 200 })
    })
  ).annotateKey({ description: "The token of the venue's invite link" }),
  email: Schema.optionalKey(InviteEmail).annotateKey({
    description: "E-mail address that the invite is sent to; either this or `phone`"
  }),
  phone: Schema.optionalKey(InvitePhone).annotateKey({
    description: "Phone number in E.164 that the invite is sent to; either this or `email`"
  }),
  firstName: Schema.optionalKey(InviteName).annotateKey({ description: "First name, for the greeting" }),
  locale: Schema.optionalKey(InviteLocale).annotateKey({
    description: "Language of the message, BCP 47; English when it is not spoken"
  }),
  consent: Schema.Literal(true).annotateKey({ description: "The guest wants the message" })
}).check(
  Schema.makeFilter(({ email, phone }) =>
    (email === undefined) === (phone === undefined)
      ? { path: ["email"], issue: "either this or `phone` is required, and not both" }
      : undefined
  )
)

const InviteTaken = Schema.Struct({
  accepted: Schema.Literal(true).annotateKey({ description: "Always true, whoever asks and whatever is sent" })
}).annotate({ identifier: "InviteWishAccepted" })

/** Invites that guests ask for themselves (PAR-069). */
export class PublicInvitesGroup extends HttpApiGroup.make("publicInvites")
  .add(
    open.post("sendPublicInvite", "/public/guest-invites/send", {
      payload: InviteWish,
      success: InviteTaken.pipe(HttpApiSchema.status(202)),
      errors: [partnerFailure(ChannelUnavailable)],
      summary: "Ask for an invite",
      description: [
        "For the page or QR code of a venue: needs no credential, and ignores one. Every valid link gets the same 202,",
        "whether the recipient is a member, has been invited, or has had 3 invites within the hour, after which none is",
        "sent. At most 20 requests a minute of an address and 60 an hour of a link. Idempotency-Keys belong to the link."
      ].join(" ")
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Public invites", description: "Invites that guests ask for themselves" })
  ) {}
