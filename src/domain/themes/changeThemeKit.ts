import { Effect } from "effect"
import { audit } from "../audit/audit.ts"
import { changedFields } from "../shared/changedFields.ts"
import { StaleVersion } from "../shared/ResourceConflicts.ts"
import { lockThemeKit, saveThemeKit } from "./lockThemeKit.ts"
import { getThemeKit } from "./readThemeKits.ts"
import { changedTokens, type ThemeChange } from "./ThemeChange.ts"
import { settingsOf } from "./ThemeKitSettings.ts"

/**
 * Changes settings of a kit, if its version is as expected; no effect if nothing differs. Pages that use it keep their
 * theme (DOMAIN 8).
 */
export const changeThemeKit = Effect.fnUntraced(function* (
  themeKitId: string,
  change: ThemeChange & { readonly name?: string },
  isExpected: (version: number) => boolean
) {
  const kit = yield* lockThemeKit(themeKitId)
  if (!isExpected(kit.version)) return yield* new StaleVersion({ currentVersion: kit.version })
  const changed = changedFields(settingsOf(kit), { ...change, ...changedTokens(kit, change) })
  if (changed !== undefined) {
    yield* saveThemeKit(kit, changed.after)
    yield* audit({
      organizationId: kit.organizationId,
      action: "theme_kit.changed",
      subject: `theme_kit:${themeKitId}`,
      ...changed
    })
  }
  return yield* getThemeKit(themeKitId)
})
