import { Effect } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import type { MemberName } from "../../src/demo/demoMembers.ts"
import { bearer, tokenFor } from "./member.ts"
import * as Service from "./service.ts"

const { benefits } = demoIds

export const perks = "/v1/members/me/loyalty/entitlements/perks"
export const groups = "/v1/members/me/loyalty/perk-groups"

/** Reads a path as a member. */
export const get = Effect.fnUntraced(function* (name: MemberName, path: string) {
  const { call } = yield* Service.Service
  return yield* call("GET", path, { headers: bearer(yield* tokenFor(name)) })
})

/** Every perk of an answer, of both kinds. */
export const all = (answer: Service.Answer) => [...answer.each("globalPerks"), ...answer.each("propertyPerks")]

/** The perk of a fixture name, an empty object when it is not there. */
export const perkIn = (answer: Service.Answer, name: keyof typeof benefits) =>
  Service.recordOf(all(answer).find((perk) => Service.at(perk, "perkId") === benefits[name]) ?? {})

/** Whether a perk is for the member, and why not: code, facts, and that there are words for it. */
export const eligibilityOf = (answer: Service.Answer, name: keyof typeof benefits) => {
  const perk = perkIn(answer, name)
  const fields = ["isEligible", "eligibility.code", "eligibility.facts"].map((path) => Service.at(perk, path))
  return [...fields, typeof perk["eligibilityReason"]]
}

/** The eligibility of a perk that is for the member. */
export const eligible = [true, undefined, undefined, "undefined"]
