import { Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { requireAllVenues } from "../access/requireAllVenues.ts"
import { addThemeKit } from "./addThemeKit.ts"
import { longestName, settingsOf } from "./ThemeKitSettings.ts"
import { ThemeKits } from "./ThemeKits.ts"

const mark = " (copy)"

/** The name of a copy that is given none, cut by characters to what a name may have. */
const copyName = (name: string) => `${[...name].slice(0, longestName - mark.length).join("")}${mark}`

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
