import { Effect, Option } from "effect"
import { Organizations } from "../domain/organizations/Organizations.ts"
import { Refused } from "./Refused.ts"

/** The organization given on the command line, by slug or id; refuses if there is none. */
export const organizationOf = Effect.fnUntraced(function* (name: string) {
  const { find, findBySlug } = yield* Organizations
  const bySlug = yield* findBySlug(name)
  const organization = Option.isSome(bySlug) ? bySlug : yield* find(name)
  return Option.isSome(organization)
    ? organization.value
    : yield* new Refused({ message: `There is no organization ${name}: run \`hub organizations list\` to see them` })
})
