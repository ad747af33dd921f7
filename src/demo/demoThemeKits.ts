import { Record } from "effect"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import type { PageTheme, ThemeColors } from "../domain/themes/Theme.ts"
import { ThemeKitId } from "../domain/themes/ThemeKit.ts"
import type { DemoClock } from "./DemoClock.ts"
import { organizationIds } from "./demoOrganizations.ts"
import { seeded } from "./seeded.ts"

interface KitFact {
  readonly id: number
  readonly organization: "A" | "B"
  readonly title: string
  readonly colors: ThemeColors
}

const harbour: ThemeColors = {
  primary: "#0b5d78",
  secondary: "#5b3a29",
  accent: "#a63d40",
  background: "#fbfaf7",
  surface: "#ffffff",
  text: "#1d2733",
  muted: "#55606c",
  border: "#d9dde2"
}

const night: ThemeColors = {
  primary: "#5c2a9d",
  secondary: "#2b4c7e",
  accent: "#8a2be2",
  background: "#f6f4fb",
  surface: "#ffffff",
  text: "#20183a"
}

/** For each organization the default kit, one used by pages, and one unused. */
const kits = {
  A_default: { id: 9101, organization: "A", title: "House style", colors: harbour },
  A_used: { id: 9102, organization: "A", title: "Evening", colors: night },
  A_free: { id: 9103, organization: "A", title: "Season", colors: { primary: "#7a1f2b" } },
  B_default: { id: 9104, organization: "B", title: "House style", colors: harbour },
  B_used: { id: 9105, organization: "B", title: "Evening", colors: night },
  B_free: { id: 9106, organization: "B", title: "Season", colors: { primary: "#1f5c3a" } }
} as const satisfies Readonly<Record<string, KitFact>>

export type KitName = keyof typeof kits

/** Fixture name to the external id of a theme kit. */
export const themeKitXids = Record.map(kits, (_, name) => seeded.uuid("theme kit", name))

const tokens = ({ colors }: KitFact) => ({
  colors,
  fonts: { heading: "Playfair Display", body: "Lato" } as const,
  logoUrl: null,
  borderRadius: 12
})

/** The theme of a page that has this kit applied. */
export const themeOf = (name: KitName): PageTheme => ({ themeKitId: themeKitXids[name], ...tokens(kits[name]) })

export const demoThemeKits = (clock: DemoClock): Pick<Dataset, "themeKits"> => ({
  themeKits: Record.toEntries(kits).map(([name, kit]) => ({
    id: ThemeKitId.make(kit.id),
    xid: themeKitXids[name],
    organizationId: organizationIds[kit.organization],
    name: kit.title,
    ...tokens(kit),
    isDefault: name.endsWith("_default"),
    version: 1,
    createdAt: clock.ago({ days: 90 }),
    updatedAt: clock.ago({ days: 30 })
  }))
})
