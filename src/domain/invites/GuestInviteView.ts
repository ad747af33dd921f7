import { Schema } from "effect"
import { InviteStatus } from "./GuestInvite.ts"

/** An invite as the desk sees it, with external ids and its current status (DOMAIN 7.1). */
export const GuestInviteView = Schema.Struct({
  inviteId: Schema.Int.annotateKey({ description: "Numeric id of the invite" }),
  propertyId: Schema.NonEmptyString.annotate({ description: "Document id of the inviting venue" }),
  email: Schema.NullOr(Schema.String).annotateKey({ description: "E-mail address of the guest; null if none" }),
  phone: Schema.NullOr(Schema.String).annotateKey({
    description: "Phone number of the guest in E.164; null if none"
  }),
  firstName: Schema.NullOr(Schema.String).annotateKey({ description: "First name; null when unknown" }),
  lastName: Schema.NullOr(Schema.String).annotateKey({ description: "Last name; null when unknown" }),
  status: InviteStatus.annotateKey({
    description: [
      "`pending` until a provider accepts the message, then `sent`; `failed` when it could not be delivered;",
      "`accepted`, `expired` and `revoked` are the ends"
    ].join(" ")
  }),
  sentCount: Schema.Int.annotateKey({ description: "Number of messages requested, including the first" }),
  lastSentAt: Schema.NullOr(Schema.DateTimeUtc).annotateKey({
    description: "When a provider last accepted a message; null if none has"
  }),
  expiresAt: Schema.DateTimeUtc.annotateKey({ description: "When its link stops working" }),
  acceptedAt: Schema.NullOr(Schema.DateTimeUtc).annotateKey({
    description: "When it was accepted; null if it has not been"
  }),
  memberExternalId: Schema.NullOr(Schema.String).annotateKey({
    description: "External id of the member who accepted; null if nobody has"
  }),
  reservationId: Schema.NullOr(Schema.String).annotateKey({
    description: "External id of the stay that it belongs to; null if none, or if its venue is out of reach"
  }),
  programId: Schema.NullOr(Schema.String).annotateKey({
    description: "External id of the program that it enrols in; null if none"
  }),
  createdAt: Schema.DateTimeUtc.annotateKey({ description: "When it was created" })
}).annotate({ identifier: "GuestInvite" })
export interface GuestInviteView extends Schema.Schema.Type<typeof GuestInviteView> {}
