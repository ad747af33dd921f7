import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ChannelUnavailable } from "../../domain/delivery/DeliveryErrors.ts"
import { Channel } from "../../domain/delivery/Message.ts"
import { InviteStatus } from "../../domain/invites/GuestInvite.ts"
import { GuestInviteView } from "../../domain/invites/GuestInviteView.ts"
import { InviteEmail, InviteLocale, InviteName, InvitePhone } from "../../domain/invites/inviteContact.ts"
import { ContactMissing, InviteSettled } from "../../domain/invites/InviteErrors.ts"
import { PlainText } from "../../domain/shared/PlainText.ts"
import { characters } from "../../domain/shared/characters.ts"
import { atLeastOneField } from "../surface/atLeastOneField.ts"
import { offsetPage, offsetQuery } from "../surface/offsetPaging.ts"
import { orNoBody } from "../surface/orNoBody.ts"
import { PathNumber } from "../surface/PathNumber.ts"
import { QueryIds } from "../surface/QueryIds.ts"
import { QueryList } from "../surface/QueryList.ts"
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
    Schema.annotateEncoded({ description: "Only these statuses, as of now" })
  ),
  propertyIds: Schema.optionalKey(QueryIds).pipe(
    Schema.annotateEncoded({ description: "Only these venues, each of which must be within reach" })
  ),
  q: Schema.optionalKey(PlainText(200)).annotateKey({
    description: "Part of the name, of the e-mail address or of the phone number, in any case; no character is special"
  })
})

const NewInvite = Schema.Struct({
  propertyId: externalId.annotateKey({ description: "Document id of the venue that invites" }),
  email: Schema.optionalKey(InviteEmail).annotateKey({ description: "E-mail address; the invite is sent to it" }),
  phone: Schema.optionalKey(InvitePhone).annotateKey({
    description: "Phone number in E.164; the invite is sent to it when there is no e-mail address"
  }),
  firstName: Schema.optionalKey(InviteName).annotateKey({ description: "First name, for the greeting" }),
  lastName: Schema.optionalKey(InviteName).annotateKey({ description: "Last name" }),
  reservationId: Schema.optionalKey(externalId).annotateKey({
    description: "External id of a stay at the venue that the invite belongs to"
  }),
  locale: Schema.optionalKey(InviteLocale).annotateKey({
    description: "Language of the message, BCP 47; English when it is not spoken"
  }),
  programId: Schema.optionalKey(externalId).annotateKey({
    description: "External id of the program that accepting enrols in; without one accepting enrols in none"
  })
}).check(
  Schema.makeFilter(({ email, phone }) =>
    email === undefined && phone === undefined ? { path: ["email"], issue: "or `phone` is required" } : undefined
  )
)

const Change = Schema.Struct({
  email: Schema.optionalKey(Schema.NullOr(InviteEmail)).annotateKey({
    description: "E-mail address; null removes it, if there is a phone number"
  }),
  phone: Schema.optionalKey(Schema.NullOr(InvitePhone)).annotateKey({
    description: "Phone number in E.164; null removes it, if there is an e-mail address"
  }),
  firstName: Schema.optionalKey(Schema.NullOr(InviteName)).annotateKey({ description: "First name; null removes it" }),
  lastName: Schema.optionalKey(Schema.NullOr(InviteName)).annotateKey({ description: "Last name; null removes it" }),
  locale: Schema.optionalKey(Schema.NullOr(InviteLocale)).annotateKey({
    description: "Language of the message, BCP 47; null for English"
  })
}).check(atLeastOneField)

const Resending = Schema.Struct({
  channel: Schema.optionalKey(Channel).annotateKey({
    description: "How it is sent; without one by e-mail where there is an address, else by SMS"
  })
})

const Revocation = Schema.Struct({
  reason: Schema.optionalKey(Schema.String.check(characters(1, 500))).annotateKey({
    description: "Kept in the audit log"
  })
})

const params = { inviteId: PathNumber.pipe(Schema.annotateEncoded({ description: "Number of the invite" })) }

const path = "/vguests/guest-invites"

/** Invites of guests by a venue's desk (PAR-068, DOMAIN 7.1). */
export class GuestInvitesGroup extends HttpApiGroup.make("guestInvites")
  .add(
    read.get("listGuestInvites", path, {
      scopes,
      query: InvitesQuery,
      success: InvitePage,
      summary: "List invites",
      description: "Newest first, then by number descending. An invite ends with time: its status is as of now."
    }),
    write.post("createGuestInvite", path, {
      scopes,
      payload: NewInvite,
      success: GuestInviteView.pipe(HttpApiSchema.status(201)),
      errors: [channelUnavailable],
      summary: "Invite a guest",
      description: [
        "Sent by e-mail where there is an address, else by SMS, soon after this response; `status` becomes `sent` when",
        "the provider has accepted the message, or `failed`. The link in it works for 30 days, once."
      ].join(" ")
    }),
    read.get("getGuestInvite", `${path}/:inviteId`, {
      scopes,
      params,
      success: GuestInviteView,
      summary: "Get an invite",
      description: "The status is as of now."
    }),
    write.patch("changeGuestInvite", `${path}/:inviteId`, {
      scopes,
      params,
      payload: Change,
      success: GuestInviteView,
      errors: [settled, contactMissing],
      summary: "Correct the contact data of an invite",
      description: [
        "Absent fields stay. The link that was sent is dead at once, and nothing is sent: send the invite again for a",
        "new one. An accepted or revoked invite is not changed."
      ].join(" ")
    }),
    write.post("resendGuestInvite", `${path}/:inviteId/resend`, {
      scopes,
      params,
      payload: orNoBody(Resending, {}),
      success: GuestInviteView,
      errors: [settled, contactMissing, channelUnavailable],
      summary: "Send an invite again",
      description: [
        "With a new link that works for 30 days; the old one is dead at once. At most 3 times an hour for an invite,",
        "and for a recipient. An accepted or revoked invite is not sent."
      ].join(" ")
    }),
    write.post("revokeGuestInvite", `${path}/:inviteId/revoke`, {
      scopes,
      params,
      payload: orNoBody(Revocation, {}),
      success: GuestInviteView,
      errors: [settled],
      summary: "Withdraw an invite",
      description: "Its link is dead, and a message that has not been sent yet never is."
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Guest invites", description: "Invites of guests to become members" })) {}
