import { Schema } from "effect"
import type { Channel } from "../delivery/Message.ts"
import { characters } from "../shared/characters.ts"
import type { GuestInvite } from "./GuestInvite.ts"

/** A single plain mailbox: no display names, lists, quotes or control characters (RFC 5321 section 4.1.2). */
const addressPattern =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/u

export const InviteEmail = Schema.String.check(
  Schema.isMaxLength(254),
  Schema.isPattern(addressPattern, { expected: "an e-mail address" })
)

/** E.164. */
export const InvitePhone = Schema.String.check(
  Schema.isMaxLength(16),
  Schema.isPattern(/^\+[1-9]\d{5,14}$/u, { expected: "a phone number in E.164, such as +351912345678" })
)

const withoutControls = Schema.isPattern(/^[^\p{Cc}\u2028\u2029]*$/u, { expected: "no control characters" })

export const InviteName = Schema.String.check(characters(1, 100), withoutControls)

type Contact = Pick<GuestInvite, "email" | "phone" | "firstName" | "lastName">

/** Folds case for searching. */
export const lowerText = (text: string): string => text.normalize("NFC").toLowerCase()

/** The text that a search matches: full name, e-mail and phone, one per line (REQUIREMENTS 7). */
export const inviteSearchText = ({ email, firstName, lastName, phone }: Contact): string =>
  lowerText(
    [[firstName, lastName].filter((name) => name !== null).join(" "), email, phone]
      .filter((part) => part !== null)
      .join("\n")
  )

/** The default channel for a contact. */
export const channelOf = ({ email }: Pick<Contact, "email">): Channel => (email === null ? "sms" : "email")

/** The contact for a channel; null if there is none. */
export const contactFor = ({ email, phone }: Pick<Contact, "email" | "phone">, channel: Channel): string | null =>
  channel === "email" ? email : phone
