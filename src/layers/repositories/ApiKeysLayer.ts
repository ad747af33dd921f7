import { DateTime, Effect, Layer, Option, TxHashMap } from "effect"
import type { ApiKey } from "../../domain/access/ApiKey.ts"
import { ApiKeyMissing } from "../../domain/access/ApiKeyErrors.ts"
import { ApiKeys } from "../../domain/access/ApiKeys.ts"
import { makeApiKeysSql } from "../../sql/repositories/ApiKeysSql.ts"
import { Memory } from "../memory/Memory.ts"
import { rowsMemory } from "../memory/rowsMemory.ts"

export const layerSql = Layer.effect(ApiKeys, makeApiKeysSql)

const earliest = (current: DateTime.Utc | null, at: DateTime.Utc) => (current === null ? at : DateTime.min(current, at))

/** The twin over the in-memory tables, used by one process, so there is nobody to notify. */
export const layerMemory = Layer.effect(
  ApiKeys,
  Effect.gen(function* () {
    const memory = yield* Memory
    const apiKeys = rowsMemory(memory, "apiKeys")

    const credentialOf = Effect.fnUntraced(function* (key: ApiKey) {
      const organization = yield* TxHashMap.get(memory.organizations, String(key.organizationId))
      const integration = yield* TxHashMap.get(memory.integrations, String(key.integrationId))
      return { key, organization: Option.getOrNull(organization), integration: Option.getOrNull(integration) }
    })

    const get = Effect.fnUntraced(function* (xid: string) {
      const key = yield* apiKeys.find({ xid })
      return Option.isNone(key) ? yield* new ApiKeyMissing({ id: xid }) : key.value
    })

    const replace = Effect.fnUntraced(function* (key: ApiKey) {
      yield* TxHashMap.set(memory.apiKeys, String(key.id), key)
      return key
    })

    return ApiKeys.of({
      findByHash: Effect.fnUntraced(function* (hash) {
        const key = yield* apiKeys.find({ secretHash: hash })
        return Option.isNone(key) ? Option.none() : Option.some(yield* credentialOf(key.value))
      }, Effect.tx),
      get,
      getForUpdate: get,
      list: Effect.fnUntraced(function* (organization) {
        const keys = (yield* TxHashMap.values(memory.apiKeys)).toSorted(
          (a, b) => a.createdAt.epochMilliseconds - b.createdAt.epochMilliseconds || a.id - b.id
        )
        const all = yield* Effect.forEach(keys, credentialOf)
        return all.filter((key) => organization === undefined || key.organization?.xid === organization)
      }, Effect.tx),
      insert: (key) => Effect.orDie(apiKeys.insertNumbered(key)),
      updateRevokedAt: Effect.fnUntraced(function* (xid, at) {
        const key = yield* get(xid)
        return yield* replace({ ...key, revokedAt: earliest(key.revokedAt, at) })
      }, Effect.tx),
      updateExpiresAt: Effect.fnUntraced(function* (xid, at) {
        const key = yield* get(xid)
        return yield* replace({ ...key, expiresAt: earliest(key.expiresAt, at) })
      }, Effect.tx),
      updateReplacedBy: Effect.fnUntraced(function* (xid, by) {
        const key = yield* get(xid)
        const { replacedBy } = yield* replace({ ...key, replacedBy: key.replacedBy ?? by })
        return replacedBy ?? by
      }, Effect.tx),
      updateLastUsed: Effect.fnUntraced(function* (uses) {
        for (const { at, id } of uses) {
          const key = yield* TxHashMap.get(memory.apiKeys, String(id))
          if (Option.isNone(key)) continue
          const { lastUsedAt } = key.value
          yield* replace({ ...key.value, lastUsedAt: lastUsedAt === null ? at : DateTime.max(lastUsedAt, at) })
        }
      }, Effect.tx)
    })
  })
)
