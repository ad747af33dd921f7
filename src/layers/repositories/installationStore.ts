import { Effect, Option } from "effect"
import type { RowStore } from "../../domain/dataset/RowStore.ts"
import { OrganizationId } from "../../domain/organizations/Organization.ts"
import type { Installation } from "../../domain/providers/Installation.ts"
import type { InstallationStore } from "../../domain/providers/InstallationStore.ts"
import { noRow } from "../../domain/shared/Scalars.ts"

type Secrets = Pick<Installation, "secretEnc" | "formerSecretEnc" | "rotatedAt">

/** The row statements of a table of installations of any kind. */
interface InstallationRows<Of extends Installation> {
  readonly find: (where: Pick<Installation, "xid">) => Effect.Effect<Option.Option<Of>>
  readonly list: (
    where: Pick<Installation, "organizationId">,
    listing: { readonly by: ["id"] }
  ) => Effect.Effect<ReadonlyArray<Of>>
  readonly insertNumbered: (row: Omit<Of, "id">) => Effect.Effect<Of, unknown>
  readonly update: (
    where: Pick<Installation, "organizationId" | "id" | "secretEnc">,
    change: Secrets
  ) => Effect.Effect<ReadonlyArray<Of>, unknown>
}

/** The installations of one kind, over the row statements of their table. */
export const installationStore = <Of extends Installation>(
  store: RowStore["Service"],
  installations: InstallationRows<Of>
): InstallationStore<Of> => {
  const organizations = store.of("organizations")
  return {
    findActive: Effect.fnUntraced(function* (xid) {
      const found = yield* installations.find({ xid })
      // Also queried if there is no installation, so that both cases take as long.
      const id = Option.match(found, {
        onNone: () => OrganizationId.make(noRow),
        onSome: ({ organizationId }) => organizationId
      })
      const organization = Option.getOrUndefined(yield* organizations.find({ id }))
      return Option.filter(found, ({ status }) => status === "active" && organization?.status === "active")
    }),
    list: (organizationId) => installations.list({ organizationId }, { by: ["id"] }),
    insert: (installation) => Effect.orDie(Effect.asVoid(installations.insertNumbered(installation))),
    updateSecrets: ({ id, organizationId, secretEnc }, secrets) =>
      Effect.map(
        Effect.orDie(installations.update({ organizationId, id, secretEnc }, secrets)),
        (updated) => updated.length > 0
      )
  }
}
