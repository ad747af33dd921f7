import { Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { requireAllVenues } from "../access/requireAllVenues.ts"
import { addThemeKit } from "./addThemeKit.ts"
import { maxNameLength, settingsOf } from "./ThemeKitSettings.ts"
import { ThemeKits } from "./ThemeKits.ts"

const suffix = " (copy)"

/** The default name of a copy, truncated by characters to the maximum length. */
const copyName = (name: string) => `${[...name].slice(0, maxNameLength - suffix.length).join("")}${suffix}`

/** Copies a kit under another name. A copy is never the default. */
export const duplicateThemeKit = Effect.fnUntraced(function* (themeKitId: string, name: string | undefined) {
  const { reach } = yield* PartnerCaller
  const { kit } = yield* ThemeKits.use(({ get }) => get({ reach, themeKitId }))
  yield* requireAllVenues(reach)
  return yield* addThemeKit({
    organizationId: kit.organizationId,
    settings: { ...settingsOf(kit), name: name ?? copyName(kit.name) },
    isDefault: false,
    action: "duplicated",
    note: { copyOf: themeKitId }
  })
})
