import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { DomainFailure } from "../../src/domain/customDomains/CustomDomain.ts"
import type { EdgeAnswer } from "../../src/domain/customDomains/EdgeCertificates.ts"
import { freshKey, partnerClient, using } from "./http/clients.ts"
import { key } from "./partner.ts"
import * as Service from "./http/service.ts"

type Headers = Readonly<Record<string, string>>

export const PA = key("PA")
export const PB = key("PB")

const { customDomains } = partnerClient

export const connect = (hostname: string, headers: Headers = PA) =>
  customDomains.connectCustomDomain({ headers: freshKey(), payload: { hostname } }).pipe(using(headers))
export const show = (customDomainId: string, headers: Headers = PA) =>
  customDomains.getCustomDomain({ params: { customDomainId } }).pipe(using(headers))
export const records = (customDomainId: string, headers: Headers = PA) =>
  customDomains.listDnsRecords({ params: { customDomainId } }).pipe(using(headers))
export const recheck = (customDomainId: string, headers: Headers = PA) =>
  customDomains.recheckCustomDomain({ params: { customDomainId }, headers: freshKey() }).pipe(using(headers))
export const retry = (customDomainId: string, headers: Headers = PA) =>
  customDomains.retryCustomDomain({ params: { customDomainId }, headers: freshKey() }).pipe(using(headers))
export const disconnect = (customDomainId: string, headers: Headers = PA) =>
  customDomains.disconnectCustomDomain({ params: { customDomainId }, headers: freshKey() }).pipe(using(headers))

const control = Effect.fnUntraced(function* (path: string, body?: unknown) {
  const { call } = yield* Service.Service
  const answer = yield* call("POST", `/__test/${path}`, body === undefined ? {} : { body })
  assert.strictEqual(answer.status, 200, answer.text)
  return answer
})

/** Sets the DNS records from now on; null for no answer. */
export const setRecords = (type: "TXT" | "CNAME", name: string, values: ReadonlyArray<string> | null) =>
  control("dns", { type, name, values })
export const setCertificate = (hostname: string, answer: EdgeAnswer) => control("certificates", { hostname, answer })

/** Advances the clock, then runs the job that checks domains and returns their number. */
export const after = Effect.fnUntraced(function* (span: { readonly hours?: number; readonly minutes?: number }) {
  yield* control("clock", { advanceSeconds: (span.hours ?? 0) * 3600 + (span.minutes ?? 0) * 60 })
  return (yield* control("jobs/domains/run")).at("checked")
})

type Connected = Effect.Success<ReturnType<typeof connect>>

/** Sets the TXT record that proves ownership of a domain. */
export const prove = ({ dnsRecords }: Pick<Connected, "dnsRecords">, others: ReadonlyArray<string> = []) =>
  Effect.forEach(
    dnsRecords.filter(({ type }) => type === "TXT"),
    ({ name, value }) => setRecords("TXT", name, [...others, value])
  )

interface State {
  readonly status: string
  readonly certificateStatus: string
  readonly failureReason: typeof DomainFailure.Type | null
}

/** Status, certificate and, if failed, the reason. */
export const stateOf = ({ certificateStatus, failureReason, status }: State) =>
  [status, certificateStatus, ...(failureReason === null ? [] : [failureReason])].join(" ")
