import { Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { toThemeKitView } from "./ThemeKitView.ts"
import { ThemeKits } from "./ThemeKits.ts"

/** A page of the organization's theme kits, by name then id. */
export const listThemeKits = Effect.fnUntraced(function* (query: {
  readonly q?: string | undefined
  readonly limit: number
  readonly offset: number
}) {
  const { limit, offset, q } = query
  const { reach } = yield* PartnerCaller
  const page = yield* ThemeKits.use(({ list }) => list({ reach, q, limit, offset }))
  return { items: page.items.map(toThemeKitView), total: page.total, limit, offset }
})

/** The current state of one theme kit. */
export const getThemeKit = Effect.fnUntraced(function* (themeKitId: string) {
  const { reach } = yield* PartnerCaller
  return toThemeKitView(yield* ThemeKits.use(({ get }) => get({ reach, themeKitId })))
})
