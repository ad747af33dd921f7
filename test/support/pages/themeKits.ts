import { Effect } from "effect"
import { freshKey, partnerClient, using } from "../http/clients.ts"
import { key } from "../partner.ts"

const client = partnerClient.themeKits

type Headers = Readonly<Record<string, string>>
type Wanted = Parameters<typeof client.createThemeKit>[0]["payload"]
export type Change = Parameters<typeof client.changeThemeKit>[0]["payload"]

const PA = key("PA")

const bodyOf = <A, E, R>(effect: Effect.Effect<{ readonly body: A }, E, R>) => Effect.map(effect, ({ body }) => body)

/** Calls of the theme kit endpoints, by PA by default. */
export const create = (payload: Partial<Wanted> = {}, headers: Headers = PA) =>
  bodyOf(
    client
      .createThemeKit({ headers: freshKey(), payload: { name: "Winter", colors: {}, fonts: {}, ...payload } })
      .pipe(using(headers))
  )

export const get = (themeKitId: string, headers: Headers = PA) =>
  bodyOf(client.getThemeKit({ params: { themeKitId } }).pipe(using(headers)))

export const list = (headers: Headers = PA, query: Partial<Parameters<typeof client.listThemeKits>[0]["query"]> = {}) =>
  client.listThemeKits({ query: { limit: 100, offset: 0, ...query } }).pipe(using(headers))

export const change = (themeKitId: string, payload: Change, ifMatch?: string, headers: Headers = PA) =>
  client
    .changeThemeKit({
      params: { themeKitId },
      headers: { ...freshKey(), ...(ifMatch === undefined ? {} : { "if-match": ifMatch }) },
      payload
    })
    .pipe(using(headers))

export const remove = (themeKitId: string, headers: Headers = PA) =>
  client.removeThemeKit({ params: { themeKitId }, headers: freshKey() }).pipe(using(headers))

export const duplicate = (themeKitId: string, name?: string, headers: Headers = PA) =>
  bodyOf(
    client
      .duplicateThemeKit({
        params: { themeKitId },
        headers: freshKey(),
        payload: name === undefined ? {} : { name }
      })
      .pipe(using(headers))
  )

export const setDefault = (themeKitId: string, headers: Headers = PA) =>
  bodyOf(client.setDefaultThemeKit({ params: { themeKitId }, headers: freshKey() }).pipe(using(headers)))

/** The ids of the default kits, of which there should be one. */
export const defaults = (headers: Headers = PA) =>
  Effect.map(list(headers), ({ items }) =>
    items.filter(({ isDefault }) => isDefault).map(({ themeKitId }) => themeKitId)
  )
