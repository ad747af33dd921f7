import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { complete, type Env, read, refused } from "../support/configuration.ts"

describe("delivery", () => {
  const mail = { HUB_SMTP_URL: "smtp://mail.internal", HUB_MAIL_FROM: "Hotel <desk@hotel.example>" }
  const sms = { HUB_SMS_ACCOUNT: "AC1", HUB_SMS_TOKEN: "token", HUB_SMS_FROM: "+15005550006" }

  it.effect("reads the mail and SMS providers and the invite URL, which is below PUBLIC_URL by default", () =>
    Effect.gen(function* () {
      const unset = yield* read({})
      assert.deepStrictEqual(
        [unset.smtp, unset.sms, unset.inviteUrl],
        [undefined, undefined, "http://127.0.0.1:8080/invite"]
      )
      const set = yield* read({ ...complete, ...mail, ...sms, PUBLIC_URL: "https://hub.example.com" })
      assert.deepStrictEqual([set.smtp?.from, set.sms?.account], ["Hotel <desk@hotel.example>", "AC1"])
      assert.strictEqual(set.inviteUrl, "https://hub.example.com/invite")
      const page = yield* read({ ...mail, HUB_INVITE_URL: "https://app.example.com/join/" })
      assert.strictEqual(page.inviteUrl, "https://app.example.com/join")
    })
  )

  it.effect("requires TLS of a mail server in production, unless plaintext is allowed for its host", () =>
    Effect.gen(function* () {
      const requires = (env: Env) => Effect.map(read(env), ({ smtp }) => smtp?.requireTls)
      const serving = { ...complete, ...mail, PUBLIC_URL: "https://hub.example.com" }
      assert.isTrue(yield* requires(serving))
      assert.isFalse(yield* requires({ ...serving, HUB_ALLOW_PLAINTEXT: "mail.internal" }))
      assert.isFalse(yield* requires({ ...serving, HUB_SMTP_URL: "smtp://127.0.0.1:25" }))
      assert.isFalse(yield* requires(mail))
    })
  )

  it.effect("refuses partial providers, invalid senders, and production without a URL for links", () =>
    Effect.gen(function* () {
      const names = (env: Env) => Effect.map(refused(env), (failure) => failure.names)
      assert.deepStrictEqual(yield* names({ HUB_SMTP_URL: mail.HUB_SMTP_URL }), ["HUB_MAIL_FROM"])
      assert.deepStrictEqual(yield* names({ HUB_MAIL_FROM: mail.HUB_MAIL_FROM }), ["HUB_SMTP_URL"])
      assert.deepStrictEqual(yield* names({ HUB_SMS_ACCOUNT: "AC1" }), ["HUB_SMS_TOKEN", "HUB_SMS_FROM"])
      assert.deepStrictEqual(yield* names({ HUB_SMS_TOKEN: "token" }), ["HUB_SMS_ACCOUNT"])
      for (const from of ["desk", "a@b, c@d", "A <a@b> <c@d>"]) {
        assert.deepStrictEqual(yield* names({ ...mail, HUB_MAIL_FROM: from }), ["HUB_MAIL_FROM"], from)
      }
      for (const url of ["http://mail", "smtp://", "smtp://mail/?a=b"]) {
        assert.deepStrictEqual(yield* names({ ...mail, HUB_SMTP_URL: url }), ["HUB_SMTP_URL"], url)
      }
      assert.deepStrictEqual(yield* names({ ...complete, ...mail }), ["HUB_INVITE_URL"])
      const clear = {
        ...complete,
        ...sms,
        PUBLIC_URL: "https://hub.example.com",
        HUB_SMS_URL: "http://sms.example.com"
      }
      assert.deepStrictEqual(yield* names(clear), ["HUB_SMS_URL"])
    })
  )
})
