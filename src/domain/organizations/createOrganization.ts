import { Effect, Schema } from "effect"
import type { Bootstrap } from "../bootstrap/Bootstrap.ts"
import { importBootstrap } from "../bootstrap/importBootstrap.ts"
import { readBootstrap } from "../bootstrap/readBootstrap.ts"
import { atomically } from "../shared/atomically.ts"
import type { Failure } from "../shared/Failure.ts"

/** There is an organization with this slug. */
export class OrganizationExists extends Schema.TaggedError<OrganizationExists>()("OrganizationExists", {
  slug: Schema.String,
  id: Schema.String
}) {
  static readonly failure: Failure = {
    kind: "conflict",
    code: "organization_exists",
    title: "The organization exists already"
  }
  override get message() {
    return `There is an organization ${this.slug} already: ${this.id}`
  }
}

/** Creates an organization; answers its external id. Fields are checked like those of a bootstrap file. */
export const createOrganization = Effect.fn("createOrganization")(function* (organization: Bootstrap["organization"]) {
  const { organization: id, results } = yield* importBootstrap(yield* readBootstrap({ organization }))
  const { slug } = organization
  return results[0]?.outcome === "created" ? id : yield* new OrganizationExists({ slug, id })
}, atomically)
