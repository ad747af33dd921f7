import { createHash, createHmac } from "node:crypto"
import type { DateTime } from "effect"
import { demoDataset } from "../../../src/demo/demoDataset.ts"
import {
  chatInstallationXids,
  deliveryXids,
  signingSecrets,
  smsInstallationXids
} from "../../../src/demo/demoProviders.ts"
import { organizationIds } from "../../../src/demo/demoOrganizations.ts"
import { demoVault } from "../../../src/demo/demoVault.ts"
import { workspaces } from "../../../src/demo/demoWorkspaces.ts"
import type { Dataset } from "../../../src/domain/dataset/Dataset.ts"
import { type Installation, signingSecretPurpose } from "../../../src/domain/providers/Installation.ts"
import { chatHeaders, form } from "../providers.ts"
import { suspending } from "../datasets/suspending.ts"

type Headers = Readonly<Record<string, string>>
export const json = "application/json"

/** A request of a provider before it is signed. */
export interface Unsigned {
  readonly path: string
  readonly body: string | Uint8Array
  readonly contentType: string
}

/** Deviations of a signature by an attacker or a rotation. */
export interface Signing {
  readonly secret?: string
  readonly at?: number | string
}

export interface Signed {
  readonly path: string
  readonly headers: Headers
}

/** A provider of the demo data: how it signs, and one request to each endpoint that it calls, by endpoint name. */
export interface Provider {
  readonly name: keyof typeof signingSecrets
  readonly installation: string
  /** The headers of its signature and, if signed too, of its time. */
  readonly header: string
  readonly timeHeader?: string
  readonly contentType: string
  readonly samples: Readonly<Record<string, object>>
  readonly delivery?: string
  readonly sign: (baseUrl: string, request: Unsigned, signing?: Signing) => Signed
}

const chat = (
  name: "chat_a" | "slack_a",
  brand: "chat" | "slack",
  contentType: string,
  samples: Provider["samples"]
): Provider => ({
  name,
  installation: chatInstallationXids[name],
  header: `x-${brand}-signature`,
  timeHeader: `x-${brand}-request-timestamp`,
  contentType,
  samples,
  sign: (_baseUrl, { body, contentType: type, path }, { secret = signingSecrets[name], at } = {}) => ({
    path,
    headers: {
      "content-type": type,
      ...chatHeaders(body, { brand, secret, ...(at === undefined ? undefined : { at }) })
    }
  })
})

/** The sorted names, each with its distinct values sorted, as providers sign a form. */
const sorted = (text: string): string => {
  const fields = new URLSearchParams(text)
  return [...new Set(fields.keys())]
    .toSorted()
    .flatMap((name) => [...new Set(fields.getAll(name))].toSorted().map((value) => `${name}${value}`))
    .join("")
}

const sms = (
  name: "sms_a" | "sms_a_sha256" | "twilio_a",
  brand: "sms" | "twilio",
  algorithm: "sha1" | "sha256",
  delivery: string,
  fields: object
): Provider => ({
  name,
  installation: smsInstallationXids[name],
  header: `x-${brand}-signature`,
  contentType: form,
  samples: { reportDelivery: fields },
  delivery,
  sign: (baseUrl, { body, contentType, path }, { secret = signingSecrets[name] } = {}) => {
    const text = Buffer.from(body).toString()
    const isHashed = brand === "twilio" && contentType.startsWith(json)
    const hashed = isHashed ? `${path}?bodySHA256=${createHash("sha256").update(body).digest("hex")}` : path
    const mac = createHmac(algorithm, secret).update(`${baseUrl}${hashed}${isHashed ? "" : sorted(text)}`)
    return { path: hashed, headers: { "content-type": contentType, [`x-${brand}-signature`]: mac.digest("base64") } }
  }
})

const chosen = { user: { id: "U-MATRIX" }, actions: [{ action_id: "link" }] }

/** A provider of every scheme. */
export const providers: ReadonlyArray<Provider> = [
  chat("chat_a", "chat", json, {
    receiveChatEvent: { type: "event_callback" },
    receiveChatCommand: { command: "link", userId: "U-MATRIX", userName: "Nobody" },
    receiveChatInteraction: chosen
  }),
  chat("slack_a", "slack", form, {
    receiveChatEvent: { type: "event_callback" },
    receiveChatCommand: { command: "/hub", text: "link", user_id: "U-MATRIX" },
    receiveChatInteraction: { payload: JSON.stringify(chosen) }
  }),
  sms("sms_a", "sms", "sha1", deliveryXids.queued, { status: "sent" }),
  sms("sms_a_sha256", "sms", "sha256", deliveryXids.sha256, { status: "sent" }),
  sms("twilio_a", "twilio", "sha1", deliveryXids.twilio, { MessageStatus: "sent" })
]

/** The encoded body. */
export const written = (fields: object, contentType: string): string =>
  contentType === json
    ? JSON.stringify(fields)
    : new URLSearchParams(
        Object.entries(fields).map(([name, value]): [string, string] => [
          name,
          typeof value === "string" ? value : JSON.stringify(value)
        ])
      ).toString()

/** The request of a provider to an endpoint, optionally at another installation. */
export const requestOf = (
  provider: Provider,
  endpoint: { readonly path: string; readonly identifier: string },
  installation = provider.installation,
  delivery = provider.delivery ?? ""
): Unsigned => ({
  path: endpoint.path.replace(":installationId", installation).replace(":deliveryId", delivery),
  body: written(provider.samples[endpoint.identifier] ?? {}, provider.contentType),
  contentType: provider.contentType
})

/** Installation ids of a provider: one being rotated, one disabled, and one of a suspended organization. */
export const rotating = ({ installation }: Provider) => `rotating-${installation}`
export const disabled = ({ installation }: Provider) => `disabled-${installation}`
export const suspended = ({ installation }: Provider) => `suspended-${installation}`
export const formerSecret = ({ name }: Provider) => `former secret of ${name}`

/** The suspended organization and its workspace. */
const suspendedPlace = { organizationId: organizationIds.C, workspaceId: workspaces["ws-c-main"].id }

/** Rows with copies: being rotated, disabled, and of a suspended organization, all with the secret of the row. */
const withCopies = <Row extends Installation>(rows: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  const copies = providers.flatMap((provider, index) => {
    const sealed = (xid: string, secret: string) => demoVault.seal(signingSecretPurpose, xid, secret)
    const copy = (row: Row, id: number, xid: string) => ({
      ...row,
      id,
      xid,
      secretEnc: sealed(xid, signingSecrets[provider.name]),
      formerSecretEnc: sealed(xid, formerSecret(provider))
    })
    return rows
      .filter(({ xid }) => xid === provider.installation)
      .flatMap((row) => [
        copy(row, 9001 + 3 * index, rotating(provider)),
        { ...copy(row, 9002 + 3 * index, disabled(provider)), status: "disabled" as const },
        { ...copy(row, 9003 + 3 * index, suspended(provider)), ...suspendedPlace }
      ])
  })
  return [...rows, ...copies]
}

/** The demo data with rotation only in the copies, and with a suspended organization. */
export const withInstallations = (now: DateTime.Utc): Dataset => {
  const demo = demoDataset(now)
  return {
    ...suspending(demo, suspendedPlace.organizationId),
    chatInstallations: withCopies(demo.chatInstallations.map((row) => ({ ...row, formerSecretEnc: null }))),
    smsInstallations: withCopies(demo.smsInstallations)
  }
}
