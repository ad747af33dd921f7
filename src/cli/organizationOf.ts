import { Effect, Option } from "effect"
import { Organizations } from "../domain/organizations/Organizations.ts"
import { Refused } from "./Refused.ts"

const maxListed = 20

/** Lists the existing organizations in one line, for an error message. */
const knownOrganizations = Effect.gen(function* () {
  const organizations = yield* Organizations.use(({ list }) => list(maxListed + 1))
  const listed = organizations.slice(0, maxListed).map(({ slug, xid }) => `${slug} (${xid})`)
  if (listed.length === 0) return "There are none: `hub organizations create` or `hub bootstrap` creates one"
  return `Available: ${listed.join(", ")}${organizations.length > maxListed ? " and more" : ""}`
})

/** The organization given on the command line, by slug or id; refuses if there is none, and lists those that exist. */
export const organizationOf = Effect.fnUntraced(function* (name: string) {
  const { find, findBySlug } = yield* Organizations
  const bySlug = yield* findBySlug(name)
  const organization = Option.isSome(bySlug) ? bySlug : yield* find(name)
  return Option.isSome(organization)
    ? organization.value
    : yield* new Refused({ message: `There is no organization ${name}\n${yield* knownOrganizations}` })
})
