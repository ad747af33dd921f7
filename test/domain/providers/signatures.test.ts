import { verifySlackRequest } from "@slack/bolt"
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as fc from "fast-check"
import { createHash, createHmac } from "node:crypto"
import { getExpectedBodyHash, getExpectedTwilioSignature, validateRequest, validateRequestWithBody } from "twilio"
import { isSigned } from "../../../src/domain/providers/isSigned.ts"
import { chatSignatures, type SignatureScheme, smsSignatures } from "../../../src/domain/providers/SignatureScheme.ts"
import { type SignedRequest, signedContents } from "../../../src/domain/providers/signedContents.ts"
import { Digests } from "../../../src/domain/shared/Digests.ts"
import * as DigestsLayer from "../../../src/layers/DigestsLayer.ts"

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Every signature that the service accepts for the request. */
const signaturesOf = (digests: Digests["Service"], scheme: SignatureScheme, secret: string, request: SignedRequest) =>
  signedContents(digests, scheme, request).contents.map(
    (content) => `${scheme.prefix}${digests.sign(scheme, secret, content)}`
  )

const slackAccepts = (secret: string, request: SignedRequest) => {
  try {
    verifySlackRequest({
      signingSecret: secret,
      body: new TextDecoder().decode(request.body),
      headers: {
        "x-slack-signature": request.headers["x-slack-signature"] ?? "",
        "x-slack-request-timestamp": Number(request.headers["x-slack-request-timestamp"])
      },
      nowMilliseconds: Number(request.headers["x-slack-request-timestamp"]) * 1000
    })
    return true
  } catch {
    return false
  }
}

const text = fc.string({ unit: "grapheme", maxLength: 40 }).filter((value) => value.isWellFormed())
const secret = fc.string({ minLength: 1, maxLength: 40 })
const time = fc.integer({ min: 1_000_000_000, max: 4_000_000_000 })
const parameters = fc.dictionary(
  text.filter((name) => name !== "" && name !== "__proto__"),
  fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 3 })),
  {
    maxKeys: 8,
    noNullPrototype: true
  }
)
const address = fc.constantFrom(
  "https://hub.example.com/api/providers/sms/i/deliveries/d",
  "https://hub.example.com:8443/api/providers/sms/i/deliveries/d?a=b",
  "http://127.0.0.1:8080/api/providers/sms/i/deliveries/d?x=%27y",
  "http://[::1]/api/providers/sms/i/deliveries/d"
)

const formOf = (fields: Readonly<Record<string, string | ReadonlyArray<string>>>) => {
  const form = new URLSearchParams()
  for (const [name, values] of Object.entries(fields)) {
    for (const value of typeof values === "string" ? [values] : values) form.append(name, value)
  }
  return form.toString()
}

const formRequest = (url: string, body: string, signature: string): SignedRequest => ({
  url,
  body: bytesOf(body),
  headers: { "content-type": "application/x-www-form-urlencoded", "x-twilio-signature": signature }
})

layer(DigestsLayer.layer(Redacted.make("a secret for tests")))("signatures of providers", (it) => {
  it.effect("INT-038: accepts exactly the signatures that Slack's own library accepts", () =>
    Effect.map(Digests, (digests) =>
      fc.assert(
        fc.property(secret, time, text, text, (key, at, body, other) => {
          const scheme = chatSignatures.slack
          const request = (signature: string, content: string): SignedRequest => ({
            url: "",
            body: bytesOf(content),
            headers: { "x-slack-request-timestamp": String(at), "x-slack-signature": signature }
          })
          const ours = signaturesOf(digests, scheme, key, request("", body))[0] ?? ""
          const theirs = `v0=${createHmac("sha256", key).update(`v0:${at}:${body}`).digest("hex")}`
          assert.strictEqual(ours, theirs)
          for (const content of [body, other]) {
            const signed = request(ours, content)
            assert.strictEqual(isSigned(digests, scheme, [key, "another"], signed), slackAccepts(key, signed))
            assert.strictEqual(isSigned(digests, scheme, ["another", key], signed), content === body)
          }
          assert.isFalse(isSigned(digests, scheme, [`${key}.`], request(ours, body)))
        })
      )
    )
  )

  it.effect("INT-041: accepts the forms that Twilio's library signs, and signs forms that it accepts", () =>
    Effect.map(Digests, (digests) =>
      fc.assert(
        fc.property(secret, address, parameters, (key, url, fields) => {
          const scheme = smsSignatures.twilio
          const body = formOf(fields)
          const theirs = getExpectedTwilioSignature(key, url, fields)
          assert.isTrue(isSigned(digests, scheme, ["another", key], formRequest(url, body, theirs)))
          assert.isFalse(isSigned(digests, scheme, [`${key}.`], formRequest(url, body, theirs)))
          assert.isFalse(isSigned(digests, scheme, [key], formRequest(`${url}x`, body, theirs)))
          assert.isFalse(isSigned(digests, scheme, [key], formRequest(url, `${body}&more=1`, theirs)))
          for (const ours of signaturesOf(digests, scheme, key, formRequest(url, body, ""))) {
            assert.isTrue(validateRequest(key, ours, url, fields))
          }
        })
      )
    )
  )

  it.effect("INT-041: accepts the JSON that Twilio's library signs, and signs JSON that it accepts", () =>
    Effect.map(Digests, (digests) =>
      fc.assert(
        fc.property(secret, address, fc.json(), (key, base, body) => {
          const scheme = smsSignatures.twilio
          const hash = createHash("sha256").update(body).digest("hex")
          assert.strictEqual(hash, getExpectedBodyHash(body))
          const url = `${base}${base.includes("?") ? "&" : "?"}bodySHA256=${hash}`
          const request = (content: string, signature: string, at = url): SignedRequest => ({
            url: at,
            body: bytesOf(content),
            headers: { "content-type": "application/json", "x-twilio-signature": signature }
          })
          const theirs = getExpectedTwilioSignature(key, url, {})
          assert.isTrue(isSigned(digests, scheme, [key], request(body, theirs)))
          // The hash is what covers the body: another body, or no hash at all, is not signed.
          assert.isFalse(isSigned(digests, scheme, [key], request(`${body} `, theirs)))
          assert.isFalse(
            isSigned(digests, scheme, [key], request(body, getExpectedTwilioSignature(key, base, {}), base))
          )
          for (const ours of signaturesOf(digests, scheme, key, request(body, ""))) {
            assert.isTrue(validateRequestWithBody(key, ours, url, body))
          }
        })
      )
    )
  )

  it.effect(
    "INT-041: the service's own forms are signed by either digest over the address and the sorted parameters",
    () =>
      Effect.map(Digests, (digests) => {
        const url = "https://hub.example.com/api/providers/sms/i/deliveries/d"
        const body = "status=sent&id=7&tag=b&tag=a&tag=b"
        for (const algorithm of ["sha1", "sha256"] as const) {
          const signature = createHmac(algorithm, "key").update(`${url}id7statussenttagatagb`).digest("base64")
          const request: SignedRequest = { url, body: bytesOf(body), headers: { "x-sms-signature": signature } }
          assert.isTrue(isSigned(digests, smsSignatures[`form-${algorithm}`], ["key"], request))
          const other = algorithm === "sha1" ? "form-sha256" : "form-sha1"
          assert.isFalse(isSigned(digests, smsSignatures[other], ["key"], request))
        }
      })
  )
})
