import { Effect, Layer, Option, TxHashMap } from "effect"
import { Organizations } from "../../domain/organizations/Organizations.ts"
import { makeOrganizationsSql } from "../../sql/OrganizationsSql.ts"
import { Memory } from "../Memory.ts"

export const layerSql = Layer.effect(Organizations, makeOrganizationsSql)

/** The twin over the in-memory tables. */
export const layerMemory = Layer.effect(
  Organizations,
  Effect.gen(function* () {
    const memory = yield* Memory
    return Organizations.of({
      find: Effect.fnUntraced(function* (xid) {
        const all = yield* TxHashMap.values(memory.organizations)
        return Option.fromUndefinedOr(all.find((organization) => organization.xid === xid))
      }, Effect.tx),
      findByIdentity: Effect.fnUntraced(function* (provider, providerOrgId) {
        const identity = yield* TxHashMap.get(memory.organizationIdentities, `${provider} ${providerOrgId}`)
        if (Option.isNone(identity)) return Option.none()
        return yield* TxHashMap.get(memory.organizations, String(identity.value.organizationId))
      }, Effect.tx)
    })
  })
)
