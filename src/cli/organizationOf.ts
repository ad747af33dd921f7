import { Effect, Option } from "effect"
import { Organizations } from "../domain/organizations/Organizations.ts"
import { Refused } from "./Refused.ts"

/** The organization that a command line names, by slug or id. */
export const organizationOf = Effect.fnUntraced(function* (name: string) {
  const { find, findBySlug } = yield* Organizations
  const named = yield* findBySlug(name)
  const organization = Option.isSome(named) ? named : yield* find(name)
  return Option.isSome(organization)
    ? organization.value
    : yield* new Refused({ message: `There is no organization ${name}: \`hub organizations list\` shows them` })
})
