import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ChannelUnavailable } from "../../domain/delivery/DeliveryErrors.ts"
import { InviteEmail, InviteName, InvitePhone } from "../../domain/invites/inviteContact.ts"
import { LanguageTag } from "../../domain/shared/LanguageTag.ts"
import { InviteToken } from "../surface/schemas/InviteToken.ts"
import { partnerFailure } from "./partnerFailure.ts"
import { open } from "./verbs.ts"

/**
 * Not a bare literal, which would act as the body's discriminator: the error would be reported for the body instead of
 * this field.
 */
const Consent = Schema.Literals([true])

const InviteRequest = Schema.Struct({
  inviteLinkToken: InviteToken.annotateKey({ description: "Token of the venue's invite link" }),
  email: Schema.optionalKey(InviteEmail).annotateKey({
    description: "Email address that the invite is sent to; send either this or `phone`"
  }),
  phone: Schema.optionalKey(InvitePhone).annotateKey({
    description: "Phone number in E.164 format that the invite is sent to; send either this or `email`"
  }),
  firstName: Schema.optionalKey(InviteName).annotateKey({ description: "First name, for the greeting" }),
  locale: Schema.optionalKey(LanguageTag).annotateKey({
    description: "Language of the message, as a BCP 47 tag; English if it is not supported"
  }),
  consent: Consent.annotateKey({ description: "Confirms that the guest agreed to receive the message" })
}).check(
  Schema.makeFilter(({ email, phone }) =>
    (email === undefined) === (phone === undefined)
      ? { path: ["email"], issue: "exactly one of this and `phone` is required" }
      : undefined
  )
)

const InviteAccepted = Schema.Struct({
  accepted: Schema.Literal(true).annotateKey({ description: "Always true, whether or not an invite is sent" })
}).annotate({ identifier: "InviteWishAccepted" })

/** Invites requested by guests themselves (PAR-069). */
export class PublicInvitesGroup extends HttpApiGroup.make("publicInvites")
  .add(
    open.post("sendPublicInvite", "/public/guest-invites/send", {
      payload: InviteRequest,
      success: InviteAccepted.pipe(HttpApiSchema.status(202)),
      errors: [partnerFailure(ChannelUnavailable)],
      summary: "Request an invite",
      description: [
        "For a venue's page or QR code: no credential is needed, and any that is sent is ignored. Every valid link",
        "gets the same 202, whether the recipient is already a member, was already invited, or had 3 invites within",
        "the hour, after which none is sent. Limited, by default, to 20 requests a minute per address and 60 an hour per",
        "link. An Idempotency-Key belongs to the link."
      ].join(" ")
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Public invites", description: "Invites requested by guests themselves" })
  ) {}
