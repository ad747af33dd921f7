import { Effect, Layer, Option, Order, TxHashMap } from "effect"
import { type Reach, reachesOrganization, reachesPlace } from "../../domain/access/Reach.ts"
import { type CustomDomain, isHolder } from "../../domain/customDomains/CustomDomain.ts"
import { HostnameHeld } from "../../domain/customDomains/CustomDomainErrors.ts"
import {
  type CustomDomainKey,
  type CustomDomainLocator,
  CustomDomains
} from "../../domain/customDomains/CustomDomains.ts"
import type { CustomDomainRecord } from "../../domain/customDomains/CustomDomainView.ts"
import { onConflict } from "../../domain/dataset/Conflict.ts"
import { RowStore } from "../../domain/dataset/RowStore.ts"
import { hasPassed } from "../../domain/shared/hasPassed.ts"
import { DuplicateResource } from "../../domain/shared/ResourceConflicts.ts"
import { type CustomDomainStatements, makeCustomDomainsSql } from "../../sql/repositories/CustomDomainsSql.ts"
import { Memory } from "../memory/Memory.ts"
import { rowsMemory } from "../memory/rowsMemory.ts"
import * as RowStoreLayer from "../RowStoreLayer.ts"
import { locateRow } from "./locateRow.ts"

/** Custom domains over generic row statements and the store's own ones. */
const make = Effect.fnUntraced(function* (statements: CustomDomainStatements) {
  const store = yield* RowStore
  const domains = store.of("customDomains")
  const pages = store.of("pageGroups")
  return CustomDomains.of({
    ...statements,
    insert: (row) =>
      onConflict(domains.insertNumbered(row), {
        custom_domains_hostname_key: () => new DuplicateResource({ field: "hostname" })
      }),
    update: ({ hostname, id, organizationId, status }, change) =>
      Effect.asVoid(
        onConflict(domains.update({ id, organizationId, status }, change), {
          custom_domains_holder_key: () => new HostnameHeld({ hostname })
        })
      ),
    updateUnassigned: ({ id, organizationId }, now) =>
      pages.change({ organizationId, customDomainId: id }, { customDomainId: null, updatedAt: now }),
    remove: ({ id, organizationId }) => Effect.asVoid(domains.remove({ organizationId, id }))
  })
})

export const layerSql = Layer.effect(CustomDomains, Effect.flatMap(makeCustomDomainsSql, make)).pipe(
  Layer.provide(RowStoreLayer.layerSql)
)

const longestDueFirst = Order.combineAll<CustomDomain>([
  Order.mapInput(Order.Number, ({ nextCheckAt }) => nextCheckAt?.epochMilliseconds ?? 0),
  Order.mapInput(Order.Number, ({ id }) => id)
])

export const layerMemory = Layer.effect(
  CustomDomains,
  Effect.gen(function* () {
    const memory = yield* Memory
    const { customDomains, pageGroups } = memory
    const rows = rowsMemory(memory, "customDomains")

    const locate = ({ customDomainId, reach }: CustomDomainLocator) =>
      locateRow(TxHashMap.values(customDomains), customDomainId, reach)

    const pageOf = Effect.fnUntraced(function* ({ id, organizationId }: CustomDomainKey) {
      return (yield* TxHashMap.values(pageGroups)).find(
        (page) => page.organizationId === organizationId && page.customDomainId === id
      )
    })

    const toRecord = Effect.fnUntraced(function* (domain: CustomDomain, reach: Reach) {
      const page = yield* pageOf(domain)
      const isWithin = page !== undefined && reachesPlace(reach, page.organizationId, page.propertyId)
      return { domain, pageGroupXid: isWithin ? page.xid : null } satisfies CustomDomainRecord
    })

    return yield* make({
      list: Effect.fnUntraced(function* ({ limit, offset, reach, statuses }) {
        const found = (yield* TxHashMap.values(customDomains))
          .filter(
            ({ organizationId, status }) =>
              reachesOrganization(reach, organizationId) && (statuses === undefined || statuses.includes(status))
          )
          .toSorted((a, b) => a.id - b.id)
        const items = yield* Effect.forEach(found.slice(offset, offset + limit), (domain) => toRecord(domain, reach))
        return { items, total: found.length }
      }, Effect.tx),
      get: Effect.fnUntraced(function* (locator) {
        return yield* toRecord(yield* locate(locator), locator.reach)
      }, Effect.tx),
      getForUpdate: (locator) => Effect.tx(locate(locator)),
      findHolder: Effect.fnUntraced(function* (hostname) {
        const found = (yield* TxHashMap.values(customDomains)).find(
          (domain) => domain.hostname === hostname && isHolder(domain)
        )
        return Option.fromUndefinedOr(found)
      }, Effect.tx),
      listDue: Effect.fnUntraced(function* ({ limit, now }) {
        return (yield* TxHashMap.values(customDomains))
          .filter(({ nextCheckAt }) => hasPassed(nextCheckAt, now))
          .toSorted(longestDueFirst)
          .slice(0, limit)
      }, Effect.tx),
      findForUpdate: ({ id, organizationId }) => rows.find({ id, organizationId }),
      findPageForUpdate: Effect.fnUntraced(function* (key) {
        return Option.map(Option.fromUndefinedOr(yield* pageOf(key)), ({ status }) => status)
      }, Effect.tx)
    })
  })
).pipe(Layer.provide(RowStoreLayer.layerMemory))
