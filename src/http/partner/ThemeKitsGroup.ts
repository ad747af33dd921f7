import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { InsufficientReach } from "../../domain/access/InsufficientReach.ts"
import { PlainText } from "../../domain/shared/PlainText.ts"
import { ResourceInUse, StaleVersion } from "../../domain/shared/ResourceConflicts.ts"
import { themeChangeFields } from "../../domain/themes/ThemeChange.ts"
import { NewThemeKit, themeKitFields } from "../../domain/themes/ThemeKitSettings.ts"
import { ThemeKitView } from "../../domain/themes/ThemeKitView.ts"
import { atLeastOneField } from "../surface/atLeastOneField.ts"
import { offsetPage, offsetQuery } from "../surface/offsetPaging.ts"
import { orNoBody } from "../surface/orNoBody.ts"
import { PathText } from "../surface/PathText.ts"
import { versioned } from "../surface/versioned.ts"
import { expectedVersion } from "./expectedVersion.ts"
import { partnerFailure } from "./partnerFailure.ts"
import { conditionalWrite, read, write } from "./verbs.ts"

const reading = { scopes: ["partner:theme-kits:read"] } as const
const writing = { scopes: ["partner:theme-kits:manage"] } as const

const insufficientReach = partnerFailure(InsufficientReach)

const ThemeKitPage = Schema.Struct(offsetPage(ThemeKitView)).annotate({ identifier: "ThemeKitPage" })

const ThemeKitsQuery = Schema.Struct({
  ...offsetQuery(25),
  q: Schema.optionalKey(PlainText(100)).annotateKey({
    description: "Part of the name, without regard to case and accents, otherwise literal"
  })
})

const ThemeKitChanges = Schema.Struct({
  name: Schema.optionalKey(themeKitFields.name),
  ...themeChangeFields,
  expectedVersion
}).check(atLeastOneField)

const Duplication = Schema.Struct({
  name: Schema.optionalKey(themeKitFields.name).annotateKey({
    description: "Name of the copy; that of the kit with `(copy)` behind it unless said otherwise"
  })
})

const path = "/theme-kits"

const params = { themeKitId: PathText.pipe(Schema.annotateEncoded({ description: "Id of the kit" })) }

const warned = "`warnings` says what of it is hard to read; it refuses nothing."

/** The themes that pages of an organization can begin with (PAR-110, DOMAIN 8). */
export class ThemeKitsGroup extends HttpApiGroup.make("themeKits")
  .add(
    read.get("listThemeKits", path, {
      ...reading,
      query: ThemeKitsQuery,
      success: ThemeKitPage,
      summary: "List theme kits",
      description: [
        "By name, then id. Kits are of the whole organization: whatever venues you reach, you see them, and",
        "`usedByPages` counts the pages of all venues."
      ].join(" ")
    }),
    write.post("createThemeKit", path, {
      ...writing,
      versioned: true,
      payload: NewThemeKit,
      success: versioned(ThemeKitView.pipe(HttpApiSchema.status(201))),
      errors: [insufficientReach],
      summary: "Create a theme kit",
      description: [
        "Only for callers with all venues, as every write of kits. The first kit of an organization is its default.",
        "For a token that is left out pages have a colour or font of their own.",
        warned
      ].join(" ")
    }),
    read.get("getThemeKit", `${path}/:themeKitId`, {
      ...reading,
      versioned: true,
      params,
      success: versioned(ThemeKitView),
      summary: "Get a theme kit",
      description: "`usedByPages` counts the pages of the whole organization, whatever venues you reach."
    }),
    conditionalWrite.patch("changeThemeKit", `${path}/:themeKitId`, {
      ...writing,
      versioned: true,
      params,
      payload: ThemeKitChanges,
      success: versioned(ThemeKitView),
      errors: [insufficientReach, partnerFailure(StaleVersion)],
      summary: "Change a theme kit",
      description: [
        "Absent fields stay, and so do absent tokens of `colors` and `fonts`; null removes a token. Pages keep the theme",
        "they have, drafts too, until the kit is applied again. With `expectedVersion` or `If-Match` it is refused once",
        "the kit has changed since: `details.currentVersion` says what it is now.",
        warned
      ].join(" ")
    }),
    write.delete("removeThemeKit", `${path}/:themeKitId`, {
      ...writing,
      params,
      success: HttpApiSchema.NoContent,
      errors: [insufficientReach, partnerFailure(ResourceInUse)],
      summary: "Delete a theme kit",
      description: [
        "Refused while it is in use: `details.usedBy` is `organization` for its default, and `pages` while a draft, or",
        "the version of a page that was published last, was made with it. Earlier versions keep their theme."
      ].join(" ")
    }),
    write.post("duplicateThemeKit", `${path}/:themeKitId/duplicate`, {
      ...writing,
      versioned: true,
      params,
      payload: orNoBody(Duplication, {}),
      success: versioned(ThemeKitView.pipe(HttpApiSchema.status(201))),
      errors: [insufficientReach],
      summary: "Copy a theme kit",
      description: "As it is now, under a name of its own. A copy is not the default, and no page uses it."
    }),
    write.post("setDefaultThemeKit", `${path}/:themeKitId/set-default`, {
      ...writing,
      versioned: true,
      params,
      success: versioned(ThemeKitView),
      errors: [insufficientReach],
      summary: "Make a theme kit the default",
      description: [
        "In place of the one that was: exactly one kit of an organization is its default, and the versions of both",
        "advance. Of a kit that is the default already nothing changes."
      ].join(" ")
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Theme kits", description: "Colours, fonts and logos that pages begin with" })
  ) {}
