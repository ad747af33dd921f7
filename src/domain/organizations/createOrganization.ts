import { Effect, Schema } from "effect"
import type { Bootstrap } from "../bootstrap/Bootstrap.ts"
import { importBootstrap } from "../bootstrap/importBootstrap.ts"
import { readBootstrap } from "../bootstrap/readBootstrap.ts"
import { atomically } from "../shared/atomically.ts"
import type { Failure } from "../shared/Failure.ts"

/** An organization with this slug exists. */
export class OrganizationExists extends Schema.TaggedError<OrganizationExists>()("OrganizationExists", {
  slug: Schema.String,
  id: Schema.String
}) {
  static readonly failure: Failure = {
    kind: "conflict",
    code: "organization_exists",
    title: "The organization already exists"
  }
  override get message() {
    return `The organization ${this.slug} already exists: ${this.id}`
  }
}

/** Creates an organization; returns its external id. Fields are validated like those of a bootstrap file. */
export const createOrganization = Effect.fn("createOrganization")(function* (organization: Bootstrap["organization"]) {
  const { organization: id, results } = yield* importBootstrap(yield* readBootstrap({ organization }))
  const { slug } = organization
  return results[0]?.outcome === "created" ? id : yield* new OrganizationExists({ slug, id })
}, atomically)
