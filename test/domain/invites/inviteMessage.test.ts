import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import type { InviteAddressee } from "../../../src/domain/invites/GuestInvites.ts"
import { inviteLinkTo, inviteMessage } from "../../../src/domain/invites/inviteMessage.ts"

const addressee: InviteAddressee = {
  status: "pending",
  tokenHash: "0".repeat(64),
  expiresAt: DateTime.makeUnsafe("2026-06-09T23:30:00Z"),
  email: "guest@example.com",
  phone: "+351912345678",
  firstName: "Maria",
  locale: "en",
  propertyName: "Venue V1",
  timezone: "Asia/Tokyo",
  organizationName: "Organization A"
}

const link = inviteLinkTo("https://app.example.com/invite?from=mail", "inv_token")

const make = (change: Partial<InviteAddressee> = {}, channel: "email" | "sms" = "email") =>
  inviteMessage({ ...addressee, ...change }, { id: "message-1", channel, to: "guest@example.com", link })

describe("inviteMessage", () => {
  it("PAR-069: the link adds the token to the page's URL", () => {
    assert.strictEqual(link, "https://app.example.com/invite?from=mail&token=inv_token")
    const { html, text } = make()
    assert.include(text, link)
    assert.include(html ?? "", 'href="https://app.example.com/invite?from=mail&amp;token=inv_token"')
  })

  it("DOMAIN 7.1: is in the guest's language, or in English without a translation", () => {
    const subjects = new Map([
      ["en", "Your invitation from Venue V1"],
      ["pt-BR", "O seu convite de Venue V1"],
      ["DE", "Ihre Einladung von Venue V1"],
      ["es-419", "Su invitación de Venue V1"],
      ["fr", "Votre invitation de Venue V1"],
      ["ja", "Your invitation from Venue V1"],
      ["constructor", "Your invitation from Venue V1"]
    ])
    for (const [locale, subject] of subjects) assert.strictEqual(make({ locale }).subject, subject, locale)
    assert.strictEqual(make({ locale: null }).subject, "Your invitation from Venue V1")
    assert.include(make({ locale: "de" }).html ?? "", '<html lang="de">')
    assert.include(make({ locale: "ja" }).html ?? "", '<html lang="en">')
  })

  it("DOMAIN 7.1: names the last day of the link in the venue's time zone", () => {
    assert.include(make().text, "The link works until June 10, 2026.")
    assert.include(make({ locale: "pt" }).text, "10 de junho de 2026")
  })

  it("PAR-069: escapes names of guests and venues, which start neither a line nor a header", () => {
    const name = `<script>alert("1")</script>&'\r\nBcc: victim@example.com\u2028\u202Ex`
    const { html, subject, text } = make({
      firstName: name,
      propertyName: `Hotel\r\nBcc: x <b>&`,
      organizationName: name
    })
    assert.strictEqual(subject, "Your invitation from Hotel Bcc: x <b>&")
    assert.notMatch(html ?? "", /<script|<b>|"1"/)
    assert.include(html ?? "", "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39; Bcc: victim@example.com x")
    assert.include(html ?? "", "Hotel Bcc: x &lt;b&gt;&amp; invites you")
    assert.notMatch(text, /^Bcc:/mu)
    assert.notMatch(`${subject}${text}${html}`, /[\r\u2028\u202e]/u)
  })

  it("DOMAIN 7.1: greets a guest without a first name, and shortens a long one", () => {
    assert.include(make({ firstName: null }).text, "Hello,\n")
    assert.isBelow(make({ firstName: "x".repeat(5000) }).text.length, 700)
  })

  it("DOMAIN 7.1: an SMS is one line with the link, without subject or HTML", () => {
    const { html, subject, text } = make({}, "sms")
    assert.strictEqual(text, `Venue V1 invites you to become a member of Organization A. ${link}`)
    assert.deepStrictEqual([subject, html], ["", null])
  })
})
