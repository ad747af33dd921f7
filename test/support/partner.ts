import { Effect } from "effect"
import { partnerKeys } from "../../src/demo/demoPartnerKeys.ts"
import { operatorTokens } from "../../src/demo/demoTokens.ts"
import { demoValidity, mintOperatorToken } from "../../src/layers/developmentIssuer.ts"
import * as Service from "./http/service.ts"

export type KeyName = keyof typeof partnerKeys
export type OperatorName = keyof typeof operatorTokens
type TokenClaims = Parameters<typeof mintOperatorToken>[0]

/** The headers of a demo key. */
export const key = (name: KeyName) => ({ "x-api-key": partnerKeys[name] })

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** An operator token of the development issuer: of a demo operator, with changes. */
export const tokenOf = (name: OperatorName, change: Partial<TokenClaims> = {}) =>
  mintOperatorToken({ ...demoValidity, ...operatorTokens[name], ...change })

/** The headers of a demo operator. */
export const operator = (name: OperatorName, change: Partial<TokenClaims> = {}) =>
  Effect.map(tokenOf(name, change), bearer)

type Headers = Readonly<Record<string, string>>

/** Calls of the Partner API of the service under test, by paths below `/v1/partner`. */
export const partner = Effect.map(Service.Service, ({ call }) => ({
  get: (path: string, headers: Headers) => call("GET", `/v1/partner${path}`, { headers }),
  /** A write with a fresh Idempotency-Key, unless the headers contain one. */
  post: (path: string, headers: Headers, body?: unknown) =>
    call("POST", `/v1/partner${path}`, { headers: { "idempotency-key": crypto.randomUUID(), ...headers }, body })
}))

const isTime = (value: unknown) => typeof value === "string" && new Date(value).toISOString() === value

const fields = ["type", "timestamp", "code", "message", "details", "errors"]

/** Whether a body is a failure in the Partner API's shape, and nothing else (PAR-128). */
export const isFailure = (answer: Service.Answer) =>
  answer.headers.get("content-type") === "application/json" &&
  ["type", "code", "message"].every((name) => typeof answer.at(name) === "string") &&
  /^[a-z]+(_[a-z]+)*$/.test(String(answer.at("code"))) &&
  isTime(answer.at("timestamp")) &&
  Service.keysOf(answer.body).every((name) => fields.includes(name)) &&
  (answer.at("errors") === undefined || Array.isArray(answer.at("errors")))

/** Status and code: what clients branch on. */
export const statusAndCode = (answer: Service.Answer) => [answer.status, answer.at("code")]
