import { Effect, Option } from "effect"
import { audit } from "../audit/audit.ts"
import { lockThemeKit, saveThemeKit } from "./lockThemeKit.ts"
import { getThemeKit } from "./readThemeKits.ts"
import { ThemeKits } from "./ThemeKits.ts"

/** Makes a kit the default instead of the current one; no effect if it already is (DOMAIN 8). */
export const setDefaultThemeKit = Effect.fnUntraced(function* (themeKitId: string) {
  const kit = yield* lockThemeKit(themeKitId)
  if (kit.isDefault) return yield* getThemeKit(themeKitId)
  const { organizationId } = kit
  // The kit's lock guarantees that it is still not the default: only its holder can make it the default.
  const former = yield* ThemeKits.use(({ findDefaultForUpdate }) => findDefaultForUpdate(organizationId))
  if (Option.isSome(former)) yield* saveThemeKit(former.value, { isDefault: false })
  yield* saveThemeKit(kit, { isDefault: true })
  yield* audit({
    organizationId,
    action: "theme_kit.made_default",
    subject: `theme_kit:${themeKitId}`,
    before: { defaultThemeKitId: Option.match(former, { onNone: () => null, onSome: ({ xid }) => xid }) },
    after: { defaultThemeKitId: themeKitId }
  })
  return yield* getThemeKit(themeKitId)
})
