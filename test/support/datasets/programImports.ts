import { DateTime, Effect, Layer } from "effect"
import { demoWithoutCities } from "./demoWithoutCities.ts"
import { organizationIds } from "../../../src/demo/demoOrganizations.ts"
import { programXid } from "../../../src/demo/demoPrograms.ts"
import type { Dataset } from "../../../src/domain/dataset/Dataset.ts"
import { RowStore } from "../../../src/domain/dataset/RowStore.ts"
import { exportProgram } from "../../../src/domain/programFiles/exportProgram.ts"
import { importProgramFile } from "../../../src/domain/programFiles/importProgramFile.ts"
import type { ProgramFile } from "../../../src/domain/programFiles/ProgramFile.ts"
import type { ProgramImportReport } from "../../../src/domain/programFiles/ProgramImportReport.ts"
import { readProgramFile } from "../../../src/domain/programFiles/readProgramFile.ts"
import * as Memory from "../../../src/layers/memory/Memory.ts"
import * as ArrivalRebuildsLayer from "../../../src/layers/repositories/ArrivalRebuildsLayer.ts"
import * as AuditLogLayer from "../../../src/layers/repositories/AuditLogLayer.ts"
import * as EnrolmentsLayer from "../../../src/layers/repositories/EnrolmentsLayer.ts"
import * as ProgramsLayer from "../../../src/layers/repositories/ProgramsLayer.ts"
import * as RowStoreLayer from "../../../src/layers/RowStoreLayer.ts"
import { atTime } from "../atTime.ts"
import { emptyDataset } from "./emptyDataset.ts"

export const now = DateTime.makeUnsafe("2026-05-10T12:00:00Z")
export const sandbox = demoWithoutCities(now)
export const organizationId = organizationIds.A
export const A = programXid("A")

/** Organizations with their venues and offers, without a program. */
export const production: Dataset = {
  ...emptyDataset,
  organizations: sandbox.organizations,
  brands: sandbox.brands,
  properties: sandbox.properties,
  offerCategories: sandbox.offerCategories,
  offers: sandbox.offers
}

export const twin = {
  layerMemory: Layer.mergeAll(
    ArrivalRebuildsLayer.layerMemory,
    AuditLogLayer.layerMemory,
    EnrolmentsLayer.layerMemory,
    ProgramsLayer.layerMemory,
    RowStoreLayer.layerMemory
  ),
  layerSql: Layer.mergeAll(
    ArrivalRebuildsLayer.layerSql,
    AuditLogLayer.layerSql,
    EnrolmentsLayer.layerSql,
    ProgramsLayer.layerSql,
    RowStoreLayer.layerSql
  )
}

const loaded = Layer.effectDiscard(Memory.Memory.use((memory) => memory.load(sandbox))).pipe(
  Layer.provideMerge(Memory.layer)
)

/** The sandbox program, exported as a file. */
export const exported = await Effect.runPromise(
  Effect.provide(exportProgram(A), RowStoreLayer.layerMemory.pipe(Layer.provide(loaded)))
)

export const file = await Effect.runPromise(readProgramFile(exported))

export const run = (of: ProgramFile, options?: { readonly isTrial: boolean }) =>
  atTime(now)(importProgramFile(organizationId, of, options))

export const outcomes = ({ results }: ProgramImportReport) =>
  [...new Set(results.map(({ outcome }) => outcome))].toSorted()

export const refusals = ({ results }: ProgramImportReport) =>
  results.flatMap((row) => (row.outcome === "refused" ? [`${row.kind} ${row.key}: ${row.reason}`] : []))

/** Runs a test body, then removes the rows that an import creates. */
export const undone = <E, R>(effect: Effect.Effect<void, E, R>) =>
  Effect.andThen(
    effect,
    RowStore.use((store) =>
      Effect.gen(function* () {
        for (const name of [
          "offerCodePools",
          "entitlements",
          "benefitGroupItems",
          "benefitGroups",
          "benefitVenueOverrides",
          "benefitVenues",
          "benefits",
          "earningRules",
          "tiers",
          "programVenues",
          "programs"
        ] as const) {
          yield* store.of(name).remove({ organizationId })
        }
      })
    )
  )
