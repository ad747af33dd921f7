import { Effect } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import type { MemberName } from "../../src/demo/demoMembers.ts"
import { bearer, tokenFor } from "./member.ts"
import * as Service from "./http/service.ts"

const { benefits } = demoIds

export const perks = "/v1/members/me/loyalty/entitlements/perks"
export const groups = "/v1/members/me/loyalty/perk-groups"

/** Reads a path as a member. */
export const get = Effect.fnUntraced(function* (name: MemberName, path: string) {
  const { call } = yield* Service.Service
  return yield* call("GET", path, { headers: bearer(yield* tokenFor(name)) })
})

/** Every perk in a response, of both kinds. */
export const all = (answer: Service.Answer) => [...answer.each("globalPerks"), ...answer.each("propertyPerks")]

/** The perk of a fixture name, or an empty object if absent. */
export const perkIn = (answer: Service.Answer, name: keyof typeof benefits) =>
  Service.recordOf(all(answer).find((perk) => Service.at(perk, "perkId") === benefits[name]) ?? {})

/** Whether the member is eligible for a perk, and why not: code, facts, and whether there is a message. */
export const eligibilityOf = (answer: Service.Answer, name: keyof typeof benefits) => {
  const perk = perkIn(answer, name)
  const fields = ["isEligible", "eligibility.code", "eligibility.facts"].map((path) => Service.at(perk, path))
  return [...fields, typeof perk["eligibilityReason"]]
}

/** The eligibility of a perk that the member may use. */
export const eligible = [true, undefined, undefined, "undefined"]
