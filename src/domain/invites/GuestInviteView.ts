import { Schema } from "effect"
import { InviteStatus } from "./GuestInvite.ts"

/** An invite as the desk sees it, with external ids; its status is as of now (DOMAIN 7.1). */
export const GuestInviteView = Schema.Struct({
  inviteId: Schema.Int.annotateKey({ description: "Number of the invite" }),
  propertyId: Schema.NonEmptyString.annotate({ description: "Document id of the venue that invites" }),
  email: Schema.NullOr(Schema.String).annotateKey({ description: "E-mail address of the guest; null without one" }),
  phone: Schema.NullOr(Schema.String).annotateKey({
    description: "Phone number of the guest in E.164; null without one"
  }),
  firstName: Schema.NullOr(Schema.String).annotateKey({ description: "First name; null when unknown" }),
  lastName: Schema.NullOr(Schema.String).annotateKey({ description: "Last name; null when unknown" }),
  status: InviteStatus.annotateKey({
    description: [
      "`pending` until a provider accepts the message, then `sent`; `failed` when it could not be delivered;",
      "`accepted`, `expired` or `revoked` at its end"
    ].join(" ")
  }),
  sentCount: Schema.Int.annotateKey({ description: "How many messages were asked for, the first included" }),
  lastSentAt: Schema.NullOr(Schema.DateTimeUtc).annotateKey({
    description: "When a provider last accepted a message; null if none has"
  }),
  expiresAt: Schema.DateTimeUtc.annotateKey({ description: "When its link stops working" }),
  acceptedAt: Schema.NullOr(Schema.DateTimeUtc).annotateKey({
    description: "When it was accepted; null if it was not"
  }),
  memberExternalId: Schema.NullOr(Schema.String).annotateKey({
    description: "External id of the member who accepted; null if nobody has"
  }),
  reservationId: Schema.NullOr(Schema.String).annotateKey({
    description: "External id of the stay that it belongs to; null without one"
  }),
  programId: Schema.NullOr(Schema.String).annotateKey({
    description: "External id of the program that it enrols in; null when it names none"
  }),
  createdAt: Schema.DateTimeUtc.annotateKey({ description: "When it was created" })
}).annotate({ identifier: "GuestInvite" })
export interface GuestInviteView extends Schema.Schema.Type<typeof GuestInviteView> {}
