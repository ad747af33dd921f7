import { DateTime, Effect } from "effect"
import { demoDataset } from "../../src/demo/demoDataset.ts"
import { type MemberName, memberSubject } from "../../src/demo/demoMembers.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { demoValidity, mintMemberToken } from "../../src/layers/developmentIssuer.ts"
import { using } from "./http/clients.ts"
import * as Service from "./http/service.ts"

/** The demo data at a fixed time, so that times in responses can be compared. */
export const dataset: Dataset = demoDataset(DateTime.makeUnsafe("2026-03-04T05:06:07Z"))

/** The whole service over it. */
export const layer = (options: Parameters<typeof Service.layer>[0] & { readonly members?: Dataset["members"] } = {}) =>
  Service.layer({
    dataset: () => ({ ...dataset, members: [...dataset.members, ...(options.members ?? [])] }),
    ...options
  })

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** A token of the development issuer for any subject. */
export const tokenOf = (subject: string, change: Partial<Parameters<typeof mintMemberToken>[0]> = {}) =>
  mintMemberToken({ ...demoValidity, subject, emailVerified: true, ...change })

/** A member's token, valid for ten years. */
export const tokenFor = (name: MemberName) => tokenOf(memberSubject(name))

/** Sends a call of the typed client with a member's token. */
export const signedIn =
  (name: MemberName) =>
  <A, E, R>(call: Effect.Effect<A, E, R>) =>
    Effect.flatMap(tokenFor(name), (token) => call.pipe(using(bearer(token))))

const fields = ["statusCode", "message", "code", "details", "errors"]

/** Whether a body is a failure in the member surface's shape, and nothing else. */
export const isFailure = (answer: Service.Answer) =>
  (answer.headers.get("content-type") ?? "").startsWith("application/json") &&
  answer.at("statusCode") === answer.status &&
  typeof answer.at("message") === "string" &&
  typeof answer.at("code") === "string" &&
  Service.keysOf(answer.body).every((name) => fields.includes(name))
