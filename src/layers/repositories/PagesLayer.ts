import { DateTime, Effect, Layer, Option, Order, TxHashMap } from "effect"
import { type Reach, reachesPlace } from "../../domain/access/Reach.ts"
import { onConflict } from "../../domain/dataset/Conflict.ts"
import type { Where } from "../../domain/dataset/Rows.ts"
import { RowStore } from "../../domain/dataset/RowStore.ts"
import { CustomDomainInUse } from "../../domain/pages/PageErrors.ts"
import type { PageGroupRow, PageVersion, PageVersionRow } from "../../domain/pages/PageGroup.ts"
import { type PageLocator, type PageRecord, Pages } from "../../domain/pages/Pages.ts"
import { instantOrNull } from "../../domain/shared/Instant.ts"
import { containsText } from "../../domain/shared/foldText.ts"
import { orMissing } from "../../domain/shared/orMissing.ts"
import { DuplicateResource } from "../../domain/shared/ResourceConflicts.ts"
import { makePagesSql, type PageStatements } from "../../sql/repositories/PagesSql.ts"
import { binaryOrder } from "../memory/binaryOrder.ts"
import { Memory } from "../memory/Memory.ts"
import * as RowStoreLayer from "../RowStoreLayer.ts"
import { lookUp } from "./lookUp.ts"
import { byNameThenXid } from "./byNameThenXid.ts"

/** Pages over generic row statements and the store's own ones. */
const make = Effect.fnUntraced(function* ({ lock, lockThemeKit, ...statements }: PageStatements) {
  const store = yield* RowStore
  const groups = store.of("pageGroups")
  const versions = store.of("pageVersions")
  const kits = store.of("themeKits")
  const programs = store.of("programs")

  /**
   * Fails if another page has the address already. Asked before a write that takes it, which would wait for a
   * transaction that changes that page, and two that take each other's addresses would wait in a circle.
   */
  const requireFree = <E>(address: Where<"pageGroups">, { id }: Pick<PageGroupRow, "id">, taken: () => E) =>
    Effect.flatMap(groups.find(address), (holder) =>
      Option.exists(holder, (page) => page.id !== id) ? Effect.fail(taken()) : Effect.void
    )

  return Pages.of({
    ...statements,
    // Read only after the lock is acquired: by then its previous holder has committed.
    getForUpdate: (locator) => Effect.andThen(lock(locator), statements.get(locator)),
    insertDraft: (draft) => Effect.orDie(versions.insertNumbered(draft)),
    updateDraft: ({ id, organizationId }, change) => versions.change({ organizationId, id, publishedAt: null }, change),
    removeDraft: ({ id, organizationId }) => Effect.asVoid(versions.remove({ organizationId, id, publishedAt: null })),
    update: ({ id, organizationId }, change) => groups.change({ organizationId, id }, change),
    publish: Effect.fnUntraced(function* ({ id, organizationId, publishedSlug }, draft, at) {
      const taken = () => new DuplicateResource({ field: "slug" })
      if (publishedSlug !== draft.slug) {
        yield* requireFree({ organizationId, publishedSlug: draft.slug }, { id }, taken)
      }
      const change = { status: "published", publishedSlug: draft.slug, updatedAt: at } as const
      yield* onConflict(groups.update({ organizationId, id }, change), { page_groups_published_slug_key: taken })
      yield* versions.change({ organizationId, id: draft.id, publishedAt: null }, { publishedAt: at })
    }),
    assignDomain: Effect.fnUntraced(function* ({ id, organizationId }, customDomainId, at) {
      const taken = () => new CustomDomainInUse()
      if (customDomainId !== null) yield* requireFree({ organizationId, customDomainId }, { id }, taken)
      yield* onConflict(groups.update({ organizationId, id }, { customDomainId, updatedAt: at }), {
        page_groups_custom_domain_id_key: taken
      })
    }),
    findThemeKitForShare: ({ organizationId, themeKitId: xid }) =>
      Effect.andThen(lockThemeKit({ organizationId, xid }), kits.find({ organizationId, xid })),
    listPrograms: (organizationId) => programs.list({ organizationId }, { by: ["id"] })
  })
})

export const layerSql = Layer.effect(Pages, Effect.flatMap(makePagesSql, make)).pipe(
  Layer.provide(RowStoreLayer.layerSql)
)

const timed = <Row extends Pick<PageGroupRow, "createdAt" | "updatedAt">>(row: Row) => ({
  ...row,
  createdAt: DateTime.formatIso(row.createdAt),
  updatedAt: DateTime.formatIso(row.updatedAt)
})

const versionOf = (row: PageVersionRow | undefined): PageVersion | null =>
  row === undefined ? null : { ...timed(row), publishedAt: instantOrNull(row.publishedAt) }

/** The twin over the in-memory tables, whose transactions are serialisable, so it needs no locks. */
export const layerMemory = Layer.effect(
  Pages,
  Effect.flatMap(Memory, (memory) => {
    const visible = Effect.fnUntraced(function* (reach: Reach) {
      return (yield* TxHashMap.values(memory.pageGroups)).filter(({ organizationId, propertyId }) =>
        reachesPlace(reach, organizationId, propertyId)
      )
    })

    const toRecord = Effect.fnUntraced(function* (group: PageGroupRow) {
      const versions = (yield* TxHashMap.values(memory.pageVersions))
        .filter(({ pageGroupId }) => pageGroupId === group.id)
        .toSorted((a, b) => b.number - a.number)
      const properties = yield* TxHashMap.snapshot(memory.properties)
      const domains = yield* TxHashMap.snapshot(memory.customDomains)
      return {
        group: timed(group),
        propertyXid: lookUp(properties, group.propertyId, ({ documentId }): string => documentId),
        customDomain: lookUp(domains, group.customDomainId, ({ hostname, xid }) => ({ xid, hostname })),
        published: versionOf(versions.find(({ publishedAt }) => publishedAt !== null)),
        draft: versionOf(versions.find(({ publishedAt }) => publishedAt === null))
      } satisfies PageRecord
    })

    const find = Effect.fnUntraced(function* ({ pageGroupId, reach }: PageLocator) {
      const found = (yield* visible(reach)).find(({ xid }) => xid === pageGroupId)
      return yield* orMissing(Option.fromUndefinedOr(found))
    })

    return make({
      lock: () => Effect.void,
      lockThemeKit: () => Effect.void,
      hasAll: Effect.fnUntraced(function* ({ benefitIds, offerIds, organizationId, reach }) {
        const isOwn = (row: { readonly organizationId: number }) => row.organizationId === organizationId
        const offers = (yield* TxHashMap.values(memory.offers)).filter(
          (offer) => isOwn(offer) && reachesPlace(reach, offer.organizationId, offer.propertyId)
        )
        const benefits = (yield* TxHashMap.values(memory.benefits)).filter(isOwn)
        return (
          offerIds.every((id) => offers.some(({ xid }) => xid === id)) &&
          benefitIds.every((id) => benefits.some(({ xid }) => xid === id))
        )
      }, Effect.tx),
      get: (locator) => Effect.tx(Effect.flatMap(find(locator), toRecord)),
      list: Effect.fnUntraced(function* ({ limit, offset, q, reach, statuses }) {
        const found = (yield* visible(reach)).filter(
          ({ name, status }) =>
            (statuses === undefined || statuses.includes(status)) && (q === undefined || containsText(name, q))
        )
        const page = found.toSorted(byNameThenXid).slice(offset, offset + limit)
        return { items: yield* Effect.forEach(page, toRecord), total: found.length }
      }, Effect.tx),
      findDomainForShare: Effect.fnUntraced(function* ({ customDomainId, organizationId }) {
        const found = (yield* TxHashMap.values(memory.customDomains)).find(
          (domain) => domain.organizationId === organizationId && domain.xid === customDomainId
        )
        return Option.map(Option.fromUndefinedOr(found), ({ hostname, id, status, xid }) => ({
          id,
          xid,
          hostname,
          status
        }))
      }, Effect.tx),
      listVerifiedDomains: Effect.fnUntraced(function* ({ organizationId, reach }) {
        const groups = yield* visible(reach)
        return (yield* TxHashMap.values(memory.customDomains))
          .filter((domain) => domain.organizationId === organizationId && domain.status === "verified")
          .toSorted(Order.mapInput(binaryOrder, ({ hostname }) => hostname))
          .map(({ hostname, id, xid }) => ({
            xid,
            hostname,
            pageXid: groups.find(({ customDomainId }) => customDomainId === id)?.xid ?? null
          }))
      }, Effect.tx)
    })
  })
).pipe(Layer.provide(RowStoreLayer.layerMemory))
