import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ChannelUnavailable } from "../../domain/delivery/DeliveryErrors.ts"
import { Channel } from "../../domain/delivery/Message.ts"
import { InviteStatus } from "../../domain/invites/GuestInvite.ts"
import { GuestInviteView } from "../../domain/invites/GuestInviteView.ts"
import { InviteEmail, InviteName, InvitePhone } from "../../domain/invites/inviteContact.ts"
import { ContactMissing, InviteSettled } from "../../domain/invites/InviteErrors.ts"
import { PlainText } from "../../domain/shared/PlainText.ts"
import { characters } from "../../domain/shared/characters.ts"
import { LanguageTag } from "../../domain/shared/LanguageTag.ts"
import { atLeastOneField } from "../surface/schemas/atLeastOneField.ts"
import { offsetPage, offsetQuery } from "../surface/schemas/offsetPaging.ts"
import { orNoBody } from "../surface/schemas/orNoBody.ts"
import { PathNumber } from "../surface/schemas/PathNumber.ts"
import { QueryList } from "../surface/schemas/QueryList.ts"
import { propertyIds } from "./parameters.ts"
import { partnerFailure } from "./partnerFailure.ts"
import { read, write } from "./verbs.ts"

const scopes = ["partner:guests:read", "partner:guests:pii:read"] as const

const settled = partnerFailure(InviteSettled)
const contactMissing = partnerFailure(ContactMissing)
const channelUnavailable = partnerFailure(ChannelUnavailable)

const externalId = Schema.String.check(characters(1, 180))

const InvitePage = Schema.Struct(offsetPage(GuestInviteView)).annotate({ identifier: "GuestInvitePage" })

const InvitesQuery = Schema.Struct({
  ...offsetQuery(25),
  status: Schema.optionalKey(QueryList(InviteStatus)).pipe(
    Schema.annotateEncoded({ description: "Only invites in these statuses" })
  ),
  propertyIds,
  q: Schema.optionalKey(PlainText(200)).annotateKey({
    description: "Part of the name, email address or phone number, matched literally; ignores case"
  })
})

const NewInvite = Schema.Struct({
  propertyId: externalId.annotateKey({ description: "Document id of the inviting venue" }),
  email: Schema.optionalKey(InviteEmail).annotateKey({ description: "Email address that the invite is sent to" }),
  phone: Schema.optionalKey(InvitePhone).annotateKey({
    description: "Phone number in E.164 format; used if there is no email address"
  }),
  firstName: Schema.optionalKey(InviteName).annotateKey({ description: "First name, for the greeting" }),
  lastName: Schema.optionalKey(InviteName).annotateKey({ description: "Last name" }),
  reservationId: Schema.optionalKey(externalId).annotateKey({
    description: "External id of the related stay at the venue"
  }),
  locale: Schema.optionalKey(LanguageTag).annotateKey({
    description: "Language of the message, as a BCP 47 tag; English if it is not supported"
  }),
  programId: Schema.optionalKey(externalId).annotateKey({
    description: "External id of the program that the guest is enrolled in on acceptance; none if absent"
  })
}).check(
  Schema.makeFilter(({ email, phone }) =>
    email === undefined && phone === undefined
      ? { path: ["email"], issue: "either this or `phone` is required" }
      : undefined
  )
)

const Change = Schema.Struct({
  email: Schema.optionalKey(Schema.NullOr(InviteEmail)).annotateKey({
    description: "Email address; null removes it, provided there is a phone number"
  }),
  phone: Schema.optionalKey(Schema.NullOr(InvitePhone)).annotateKey({
    description: "Phone number in E.164 format; null removes it, provided there is an email address"
  }),
  firstName: Schema.optionalKey(Schema.NullOr(InviteName)).annotateKey({ description: "First name; null removes it" }),
  lastName: Schema.optionalKey(Schema.NullOr(InviteName)).annotateKey({ description: "Last name; null removes it" }),
  locale: Schema.optionalKey(Schema.NullOr(LanguageTag)).annotateKey({
    description: "Language of the message, as a BCP 47 tag; null for English"
  })
}).check(atLeastOneField)

const Resending = Schema.Struct({
  channel: Schema.optionalKey(Channel).annotateKey({
    description: "Delivery channel; by default email if there is an address, otherwise SMS"
  })
})

const Revocation = Schema.Struct({
  reason: Schema.optionalKey(Schema.String.check(characters(1, 500))).annotateKey({
    description: "Reason, stored in the audit log"
  })
})

const params = { inviteId: PathNumber.pipe(Schema.annotateEncoded({ description: "Numeric id of the invite" })) }

const path = "/vguests/guest-invites"

/** Invites that a venue's desk sends to guests (PAR-068, DOMAIN 7.1). */
export class GuestInvitesGroup extends HttpApiGroup.make("guestInvites")
  .add(
    read.get("listGuestInvites", path, {
      scopes,
      query: InvitesQuery,
      success: InvitePage,
      summary: "List invites",
      description: "Newest first, then by id descending. Statuses are current: expired invites are shown as such."
    }),
    write.post("createGuestInvite", path, {
      scopes,
      payload: NewInvite,
      success: GuestInviteView.pipe(HttpApiSchema.status(201)),
      errors: [channelUnavailable],
      summary: "Invite a guest",
      description: [
        "The invite is sent shortly after this response, by email if there is an address, otherwise by SMS. `status`",
        "becomes `sent` once the provider has accepted the message, or `failed`. The link in it can be used once,",
        "within 30 days."
      ].join(" ")
    }),
    read.get("getGuestInvite", `${path}/:inviteId`, {
      scopes,
      params,
      success: GuestInviteView,
      summary: "Get an invite",
      description: "The status is current: an expired invite is shown as such."
    }),
    write.patch("changeGuestInvite", `${path}/:inviteId`, {
      scopes,
      params,
      payload: Change,
      success: GuestInviteView,
      errors: [settled, contactMissing],
      summary: "Update the contact details of an invite",
      description: [
        "Absent fields are left unchanged. The current link stops working immediately and no message is sent; resend",
        "the invite to issue a new link. An accepted or revoked invite cannot be changed."
      ].join(" ")
    }),
    write.post("resendGuestInvite", `${path}/:inviteId/resend`, {
      scopes,
      params,
      payload: orNoBody(Resending, {}),
      success: GuestInviteView,
      errors: [settled, contactMissing, channelUnavailable],
      summary: "Resend an invite",
      description: [
        "Sends a new link that works for 30 days; the old one stops working immediately. Limited to 3 times an hour",
        "per invite and per recipient. An accepted or revoked invite cannot be resent."
      ].join(" ")
    }),
    write.post("revokeGuestInvite", `${path}/:inviteId/revoke`, {
      scopes,
      params,
      payload: orNoBody(Revocation, {}),
      success: GuestInviteView,
      errors: [settled],
      summary: "Revoke an invite",
      description: "The link stops working, and a message that has not been sent yet is dropped."
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Guest invites", description: "Invites for guests to become members" })
  ) {}
