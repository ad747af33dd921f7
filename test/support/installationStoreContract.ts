import { assert } from "@effect/vitest"
import { type Context, DateTime, Effect, type Layer, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import type { Installation } from "../../src/domain/providers/Installation.ts"
import type { InstallationStore } from "../../src/domain/providers/InstallationStore.ts"
import type { Transactions } from "../../src/layers/database/Transactions.ts"
import type { Memory } from "../../src/layers/memory/Memory.ts"
import { chatDataset, chatTime } from "./datasets/chatDataset.ts"
import { twins } from "./twins.ts"

/**
 * The contract of the store of a kind of installation, over memory and SQL. The installations are those of the dataset,
 * the first of which is active; `ofSuspended` is the id of one of a suspended organization.
 */
export const installationStoreContract = <Self, Of extends Installation>(
  name: string,
  tag: Context.Service<Self, InstallationStore<Of>>,
  twin: {
    readonly layerMemory: Layer.Layer<Self, never, Memory>
    readonly layerSql: Layer.Layer<Self, never, SqlClient.SqlClient | Transactions>
  },
  [first, ...others]: readonly [Of, ...ReadonlyArray<Of>],
  ofSuspended: string
) => {
  const { id: _, ...row } = first

  twins(name, twin, chatDataset, (it) => {
    it.effect("INT-038: finds an active installation of an active organization by its exact external id", () =>
      Effect.gen(function* () {
        const { findActive } = yield* tag
        assert.deepStrictEqual(yield* findActive(first.xid), Option.some(first))
        for (const xid of ["unknown", "disabled", ofSuspended, first.xid.toUpperCase(), ""]) {
          assert.deepStrictEqual(yield* findActive(xid), Option.none(), xid)
        }
      })
    )

    it.effect("INT-038: lists the installations of one organization, oldest first", () =>
      Effect.gen(function* () {
        const { insert, list } = yield* tag
        yield* insert({ ...row, xid: "newest" })
        const found = yield* list(organizationIds.A)
        const expected = [first, ...others].filter(({ organizationId }) => organizationId === organizationIds.A)
        assert.deepStrictEqual(
          found.map(({ xid }) => xid),
          [...expected.map(({ xid }) => xid), "newest"]
        )
        assert.deepStrictEqual(yield* list(organizationIds.C), [])
      })
    )

    it.effect("INT-038: replaces the secrets of one installation, only in its own organization", () =>
      Effect.gen(function* () {
        const { findActive, insert, updateSecrets } = yield* tag
        yield* insert({ ...row, xid: "rotated" })
        const before = Option.getOrThrow(yield* findActive("rotated"))
        const { id, organizationId, secretEnc } = before
        const secrets = {
          secretEnc: "k.new",
          formerSecretEnc: "k.old",
          rotatedAt: DateTime.add(chatTime, { hours: 1 })
        }
        assert.isFalse(yield* updateSecrets({ id, organizationId: organizationIds.B, secretEnc }, secrets))
        assert.isFalse(yield* updateSecrets({ id, organizationId, secretEnc: "k.other" }, secrets))
        assert.deepStrictEqual(yield* findActive("rotated"), Option.some(before))
        assert.isTrue(yield* updateSecrets({ id, organizationId, secretEnc }, secrets))
        assert.deepStrictEqual(yield* findActive("rotated"), Option.some({ ...before, ...secrets }))
        assert.deepStrictEqual(yield* findActive(first.xid), Option.some(first))
      })
    )
  })
}
