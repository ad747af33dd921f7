import { Effect, Option } from "effect"
import { Organizations } from "../organizations/Organizations.ts"
import type { Bootstrap } from "./Bootstrap.ts"
import { FileInvalid } from "../imports/FileInvalid.ts"
import type { Import } from "./Import.ts"

/**
 * Imports the organization, identified by slug, and its ids at identity providers. An existing one stays locked until
 * the transaction ends, so that other imports of it find what this one has made.
 */
export const importOrganization = Effect.fnUntraced(function* (
  { newId, now, upsert, store }: Import,
  { id, identities = [], messaging, slug, ...named }: Bootstrap["organization"]
) {
  const organizations = store.of("organizations")
  const rows = store.of("organizationIdentities")
  const found = yield* Organizations.use(({ findBySlugForUpdate }) => findBySlugForUpdate(slug))
  const activatedAt = Option.getOrUndefined(found)?.messagingActivatedAt ?? now
  const wanted = {
    ...named,
    ...(id === undefined ? {} : { xid: id }),
    ...(messaging === undefined ? {} : { messagingActivatedAt: messaging ? activatedAt : null })
  }
  const organization = yield* upsert({
    kind: "organization",
    table: "organizations",
    path: "organization",
    key: slug,
    found,
    wanted,
    insert: Effect.flatMap(newId, (xid) =>
      organizations.insertNumbered({ xid, status: "active", messagingActivatedAt: null, ...wanted, slug })
    ),
    update: () => organizations.update({ slug }, wanted)
  })
  for (const [index, { organizationId: providerOrgId, provider }] of identities.entries()) {
    const identity = { provider, providerOrgId, organizationId: organization.id }
    const stored = yield* rows.find({ provider, providerOrgId })
    const path = `organization.identities[${index}]`
    if (Option.exists(stored, ({ organizationId }) => organizationId !== organization.id)) {
      return yield* FileInvalid.taken(path)
    }
    yield* upsert({
      kind: "identity",
      table: "organizationIdentities",
      path,
      key: `${providerOrgId} at ${provider}`,
      found: stored,
      wanted: identity,
      insert: Effect.as(rows.insert(identity), identity),
      update: () => Effect.succeed([])
    })
  }
  return organization
})
