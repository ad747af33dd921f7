import { Effect } from "effect"
import { createHmac } from "node:crypto"
import { getExpectedTwilioSignature } from "twilio"
import {
  chatInstallationXids,
  deliveryXids,
  signingSecrets,
  smsInstallationXids
} from "../../src/demo/demoProviders.ts"
import { Service } from "./http/service.ts"

export type ChatName = keyof typeof chatInstallationXids
export type SmsName = keyof typeof smsInstallationXids
export type DeliveryName = keyof typeof deliveryXids
type Endpoint = "events" | "commands" | "interactions"
type Headers = Readonly<Record<string, string>>

/** The current time in epoch seconds, as seen by the service under test. */
export const nowSeconds = () => Math.floor(Date.now() / 1000)

let requests = 0

/** A time within the signing window that no other request of this process has, so that no signature is repeated. */
export const freshSeconds = () => nowSeconds() - 100 + (requests++ % 200)

/** The headers of a chat request, signed over the raw body. */
export const chatHeaders = (
  body: string | Uint8Array,
  {
    brand = "chat",
    at = freshSeconds(),
    secret = signingSecrets.chat_a
  }: {
    readonly brand?: "chat" | "slack"
    readonly at?: number | string
    readonly secret?: string
  } = {}
): Headers => ({
  [`x-${brand}-request-timestamp`]: String(at),
  [`x-${brand}-signature`]: `v0=${createHmac("sha256", secret).update(`v0:${at}:`).update(body).digest("hex")}`
})

export const chatPath = (name: ChatName, endpoint: Endpoint) =>
  `/api/providers/chat/${chatInstallationXids[name]}/${endpoint}`

/** Sends a request to a chat installation with exactly these headers. */
export const sendChat = (path: string, body: string | Uint8Array, headers: Headers, contentType = "application/json") =>
  Service.use(({ call }) => call("POST", path, { body, headers: { "content-type": contentType, ...headers } }))

/** A signed JSON command of a user of `chat_a`. */
export const command = (fields: Readonly<Record<string, unknown>>) => {
  const body = JSON.stringify(fields)
  return sendChat(chatPath("chat_a", "commands"), body, chatHeaders(body))
}

export const form = "application/x-www-form-urlencoded"

export const smsPath = (installation: SmsName, delivery: DeliveryName) =>
  `/api/providers/sms/${smsInstallationXids[installation]}/deliveries/${deliveryXids[delivery]}`

/** The signature of an SMS callback to the address, by the digest of the service's own scheme. */
export const smsSignature = (
  url: string,
  fields: Readonly<Record<string, string>>,
  {
    algorithm = "sha1",
    secret = signingSecrets.sms_a
  }: {
    readonly algorithm?: "sha1" | "sha256"
    readonly secret?: string
  } = {}
) => {
  const names = Object.keys(fields).toSorted()
  const signed = names.map((name) => `${name}${fields[name]}`).join("")
  return createHmac(algorithm, secret).update(`${url}${signed}`).digest("base64")
}

/** Sends a callback of fields with exactly these headers. */
export const sendSms = (path: string, fields: Readonly<Record<string, string>>, headers: Headers) =>
  Service.use(({ call }) =>
    call("POST", path, {
      body: new URLSearchParams(fields).toString(),
      headers: { "content-type": form, ...headers }
    })
  )

/** A signed callback of `sms_a`, or of another installation with its own secret and digest. */
export const report = (
  delivery: DeliveryName,
  fields: Readonly<Record<string, string>>,
  installation: Exclude<SmsName, "twilio_a"> = "sms_a"
) =>
  Effect.gen(function* () {
    const { baseUrl } = yield* Service
    const path = smsPath(installation, delivery)
    const algorithm = installation === "sms_a_sha256" ? "sha256" : "sha1"
    const signature = smsSignature(`${baseUrl}${path}`, fields, { algorithm, secret: signingSecrets[installation] })
    return yield* sendSms(path, fields, { "x-sms-signature": signature })
  })

/** A callback signed by Twilio's library. */
export const twilioReport = (fields: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const { baseUrl } = yield* Service
    const path = smsPath("twilio_a", "twilio")
    const signature = getExpectedTwilioSignature(signingSecrets.twilio_a, `${baseUrl}${path}`, { ...fields })
    return yield* sendSms(path, fields, { "x-twilio-signature": signature })
  })
