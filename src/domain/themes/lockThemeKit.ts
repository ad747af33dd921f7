import { DateTime, Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { requireAllVenues } from "../access/requireAllVenues.ts"
import type { ThemeKit } from "./ThemeKit.ts"
import { ThemeKits } from "./ThemeKits.ts"

/** Locks a kit visible to the caller, who must have all venues (DOMAIN 1.7). Runs in the caller's transaction. */
export const lockThemeKit = Effect.fnUntraced(function* (themeKitId: string) {
  const { reach } = yield* PartnerCaller
  const kit = yield* ThemeKits.use(({ getForUpdate }) => getForUpdate({ reach, themeKitId }))
  yield* requireAllVenues(reach)
  return kit
})

/** Saves a change of a locked kit and advances its version. */
export const saveThemeKit = Effect.fnUntraced(function* (kit: ThemeKit, change: Partial<ThemeKit>) {
  const now = yield* DateTime.now
  yield* ThemeKits.use(({ update }) => update({ ...kit, ...change, version: kit.version + 1, updatedAt: now }))
})
