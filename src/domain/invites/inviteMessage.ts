import { DateTime } from "effect"
import type { Channel, Message } from "../delivery/Message.ts"
import type { InviteAddressee } from "./GuestInvites.ts"
import { inviteTexts } from "./inviteTexts.ts"

const maxCharacters = 200

/** One line without control characters, so that names cannot inject headers or lines. */
const plain = (text: string): string =>
  Array.from(text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]+/gu, " ").trim())
    .slice(0, maxCharacters)
    .join("")

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/gu, (character) => entities[character] ?? character)

/** The URL of the page that accepts an invite. */
export const inviteLinkTo = (inviteUrl: string, token: string): string => {
  const url = new URL(inviteUrl)
  url.searchParams.set("token", token)
  return url.href
}

/** The message of an invite in the guest's language, as plain text and HTML; an SMS is one short line. */
export const inviteMessage = (
  { expiresAt, firstName, locale, organizationName, propertyName, timezone }: InviteAddressee,
  {
    channel,
    id,
    link,
    to
  }: { readonly id: string; readonly channel: Channel; readonly to: string; readonly link: string }
): Message => {
  const texts = inviteTexts(locale)
  const venue = plain(propertyName)
  const invitation = texts.invitation(venue, plain(organizationName))
  if (channel === "sms") return { id, channel, to, subject: "", text: `${invitation} ${link}`, html: null }
  const greeting = texts.greeting(plain(firstName ?? ""))
  const day = DateTime.format(expiresAt, { locale: texts.language, dateStyle: "long", timeZone: timezone })
  const after = [texts.expiry(day), texts.ignore]
  const paragraphs = [greeting, invitation].map((text) => `<p>${escaped(text)}</p>`)
  const html = [
    `<!doctype html><html lang="${texts.language}"><head><meta charset="utf-8"></head><body>`,
    ...paragraphs,
    `<p><a href="${escaped(link)}">${escaped(texts.action)}</a></p>`,
    ...after.map((text) => `<p>${escaped(text)}</p>`),
    "</body></html>"
  ].join("\n")
  return {
    id,
    channel,
    to,
    subject: texts.subject(venue),
    text: [greeting, "", invitation, "", `${texts.action}: ${link}`, "", ...after].join("\n"),
    html
  }
}
