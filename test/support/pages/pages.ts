import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { freshKey, partnerClient, using } from "../http/clients.ts"
import { key } from "../partner.ts"
import { Service } from "../http/service.ts"

/** Typed calls of the page endpoints; pages are named as in the demo data. */
const {
  assignCustomDomain,
  changePage,
  changePageTheme,
  discardDraft,
  editPage,
  getPage,
  getPageSeo,
  getPageTheme,
  listPages,
  publishPage,
  replacePageSeo,
  unpublishPage
} = partnerClient.pages

type Headers = Readonly<Record<string, string>>
type PagesQuery = Parameters<typeof listPages>[0]["query"]
export type Versions = Parameters<typeof getPageSeo>[0]["query"]

const PA = key("PA")
export const idOf = (name: string) => demoIds.pages[name] ?? assert.fail(name)
export const params = (name: string) => ({ pageGroupId: idOf(name) })
const nameOf = (id: string) => Object.entries(demoIds.pages).find(([, xid]) => xid === id)?.[0]

export const list = (query: Partial<PagesQuery> = {}, headers: Headers = PA) =>
  listPages({ query: { limit: 100, offset: 0, ...query } }).pipe(using(headers))
export const namesOf = ({ items }: { readonly items: ReadonlyArray<{ readonly pageGroupId: string }> }) =>
  items.map(({ pageGroupId }) => nameOf(pageGroupId))
export const show = (name: string, headers: Headers = PA) => getPage({ params: params(name) }).pipe(using(headers))
const write = (name: string) => ({ params: params(name), headers: freshKey() })
export const edit = (name: string, headers: Headers = PA) => editPage(write(name)).pipe(using(headers))
export const discard = (name: string) => discardDraft(write(name)).pipe(using(PA))
export const publish = (name: string, headers: Headers = PA) => publishPage(write(name)).pipe(using(headers))
export const unpublish = (name: string) => unpublishPage(write(name)).pipe(using(PA))
export const change = (name: string, payload: Parameters<typeof changePage>[0]["payload"], headers: Headers = PA) =>
  changePage({ ...write(name), payload }).pipe(using(headers))
export const theme = (name: string, payload: Parameters<typeof changePageTheme>[0]["payload"], headers: Headers = PA) =>
  changePageTheme({ ...write(name), payload }).pipe(using(headers))
export const seo = (name: string, payload: Parameters<typeof replacePageSeo>[0]["payload"], headers: Headers = PA) =>
  replacePageSeo({ ...write(name), payload }).pipe(using(headers))
export const assign = (name: string, customDomainId: string | null, headers: Headers = PA) =>
  assignCustomDomain({ ...write(name), payload: { customDomainId } }).pipe(using(headers))
export const seoOf = (name: string, query: Versions = {}) => getPageSeo({ params: params(name), query }).pipe(using(PA))
export const themeOf = (name: string, query: Versions = {}) =>
  getPageTheme({ params: params(name), query }).pipe(using(PA))

export const reset = Effect.flatMap(Service, (service) => service.reset)

export const states = ["never", "never_draft", "offline", "offline_draft", "published", "published_draft"]
