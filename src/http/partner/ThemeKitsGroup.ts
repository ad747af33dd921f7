import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ResourceInUse, StaleVersion } from "../../domain/shared/ResourceConflicts.ts"
import { themeChangeFields } from "../../domain/themes/ThemeChange.ts"
import { NewThemeKit, themeKitFields } from "../../domain/themes/ThemeKitSettings.ts"
import { ThemeKitView } from "../../domain/themes/ThemeKitView.ts"
import { atLeastOneField } from "../surface/schemas/atLeastOneField.ts"
import { offsetPage, offsetQuery } from "../surface/schemas/offsetPaging.ts"
import { orNoBody } from "../surface/schemas/orNoBody.ts"
import { PathText } from "../surface/schemas/PathText.ts"
import { versioned } from "../surface/schemas/versioned.ts"
import { expectedVersion } from "./expectedVersion.ts"
import { insufficientReach } from "./insufficientReach.ts"
import { namePart } from "./parameters.ts"
import { partnerFailure } from "./partnerFailure.ts"
import { conditionalWrite, read, write } from "./verbs.ts"

const reading = { scopes: ["partner:theme-kits:read"] } as const
const writing = { scopes: ["partner:theme-kits:manage"] } as const

const ThemeKitPage = Schema.Struct(offsetPage(ThemeKitView)).annotate({ identifier: "ThemeKitPage" })

const ThemeKitsQuery = Schema.Struct({
  ...offsetQuery(25),
  q: namePart
})

const ThemeKitChanges = Schema.Struct({
  name: Schema.optionalKey(themeKitFields.name),
  ...themeChangeFields,
  expectedVersion
}).check(atLeastOneField)

const Duplication = Schema.Struct({
  name: Schema.optionalKey(themeKitFields.name).annotateKey({
    description: "Name of the copy; by default the kit's name followed by `(copy)`"
  })
})

const path = "/theme-kits"

const params = { themeKitId: PathText.pipe(Schema.annotateEncoded({ description: "Id of the theme kit" })) }

const warningsNote = "`warnings` lists legibility problems; they never cause a refusal."

/** Reusable themes for an organization's pages (PAR-110, DOMAIN 8). */
export class ThemeKitsGroup extends HttpApiGroup.make("themeKits")
  .add(
    read.get("listThemeKits", path, {
      ...reading,
      query: ThemeKitsQuery,
      success: ThemeKitPage,
      summary: "List theme kits",
      description: [
        "Ordered by name, then id. Theme kits belong to the whole organization, so you see them regardless of your",
        "venues, and `usedByPages` counts the pages of all venues."
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
        "Like every write to theme kits, this requires access to all venues. An organization's first kit becomes its",
        "default. Pages use a built-in colour or font for tokens that are not set.",
        warningsNote
      ].join(" ")
    }),
    read.get("getThemeKit", `${path}/:themeKitId`, {
      ...reading,
      versioned: true,
      params,
      success: versioned(ThemeKitView),
      summary: "Get a theme kit",
      description: "`usedByPages` counts the pages of the whole organization, regardless of your venues."
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
        "Absent fields, and absent tokens of `colors` and `fonts`, are left unchanged; null removes a token. Pages and",
        "drafts keep their current theme until the kit is applied again. With `expectedVersion` or `If-Match`, the",
        "change is refused if the kit has changed since; `details.currentVersion` is the current version.",
        warningsNote
      ].join(" ")
    }),
    write.delete("removeThemeKit", `${path}/:themeKitId`, {
      ...writing,
      params,
      errors: [insufficientReach, partnerFailure(ResourceInUse)],
      summary: "Delete a theme kit",
      description: [
        "Refused while the kit is in use: `details.usedBy` is `organization` if it is the default, or `pages` if a",
        "draft or the last published version of a page was made with it. Earlier versions keep their theme."
      ].join(" ")
    }),
    write.post("duplicateThemeKit", `${path}/:themeKitId/duplicate`, {
      ...writing,
      versioned: true,
      params,
      payload: orNoBody(Duplication, {}),
      success: versioned(ThemeKitView.pipe(HttpApiSchema.status(201))),
      errors: [insufficientReach],
      summary: "Duplicate a theme kit",
      description: "Copies the current kit under a new name. The copy is not the default, and no page uses it."
    }),
    write.post("setDefaultThemeKit", `${path}/:themeKitId/set-default`, {
      ...writing,
      versioned: true,
      params,
      success: versioned(ThemeKitView),
      errors: [insufficientReach],
      summary: "Make a theme kit the default",
      description: [
        "Replaces the previous default: an organization has exactly one, and the versions of both kits advance.",
        "Changes nothing if the kit is already the default."
      ].join(" ")
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Theme kits", description: "Reusable colours, fonts and logos for pages" })
  ) {}
